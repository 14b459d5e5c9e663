-- Keeps unused images for a day, for forms in progress.
create view abandoned_images as
select id, name, created_at from images
where created_at < shop_now() - interval '1 day'
  and not exists (select from events where events.image_id = images.id)
  and not exists (select from news where news.image_id = images.id)
  and not exists (select from merchandise_products where merchandise_products.image_id = images.id);

create index images_created_at on images (created_at);

alter view audit_violations rename to audit_of_books;

create view audit_violations as
select rule, detail from audit_of_books

union all
select 'stock is never negative', format('product %s: %s', id, stock) from merchandise_products where stock < 0

union all
select 'an image is shown somewhere, or cleared away', format('image %s', name)
from abandoned_images where created_at < shop_now() - interval '2 days';
