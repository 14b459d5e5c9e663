alter table artists
  add column image_id integer references images (id),
  add column description text check (char_length(description) <= 2000);
create index artists_image on artists (image_id);

alter table locations
  add column image_id integer references images (id),
  add column travel_text text check (char_length(travel_text) <= 2000);
create index locations_image on locations (image_id);
comment on column locations.travel_text is 'How to get there.';

create or replace view abandoned_images as
select id, name, created_at from images
where created_at < shop_now() - interval '1 day'
  and not exists (select from events where events.image_id = images.id)
  and not exists (select from news where news.image_id = images.id)
  and not exists (select from merchandise_products where merchandise_products.image_id = images.id)
  and not exists (select from artists where artists.image_id = images.id)
  and not exists (select from locations where locations.image_id = images.id);
