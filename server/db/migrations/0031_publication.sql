alter table events add column published_from timestamptz default '2000-01-01';
alter table event_shows
  add column published_from timestamptz default '2000-01-01',
  add column sale_ends_at timestamptz;
alter table merchandise_products add column published_from timestamptz default '2000-01-01';
alter table events alter column published_from set default shop_now();
alter table event_shows alter column published_from set default shop_now();
alter table merchandise_products alter column published_from set default shop_now();
alter table news add column is_draft boolean not null default false;
comment on column events.published_from is 'Visitors see the event from then on. Null for a draft.';
comment on column event_shows.published_from is 'Visitors see the show from then on, if its event is published. Null for a draft.';
comment on column event_shows.sale_ends_at is 'From then on nothing of the show is reserved or sold. Null: until the show starts.';
comment on column merchandise_products.published_from is 'Visitors see a product on sale from then on. Null for a draft.';
comment on column news.published_at is 'Visitors see the article from then on, unless it is a draft.';
-- Few events are hidden, and every list of shows leaves theirs out.
create index events_published_from on events (published_from);
create index event_shows_published_from on event_shows (published_from);
