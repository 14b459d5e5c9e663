alter table event_shows
  add column cancelled_at timestamptz,
  add column cancel_reason text check (char_length(cancel_reason) <= 255),
  add column cancellation_done_at timestamptz,
  add check ((cancelled_at is null) = (cancel_reason is null)),
  add check (cancelled_at <= cancellation_done_at);
comment on column event_shows.cancelled_at is 'From then on, nothing of the show is reserved or sold.';
comment on column event_shows.cancellation_done_at is 'When the last of its tickets was refunded.';
create index event_shows_being_cancelled on event_shows (id) where cancelled_at is not null and cancellation_done_at is null;
