alter table event_shows
  add column sale_starts_at timestamptz;
comment on column event_shows.sale_starts_at is 'From then on customers reserve and buy tickets of the show. The desk sells before. Null: as soon as visitors see it.';
