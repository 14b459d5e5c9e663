-- Counters that only slow guessing down: losing them in a crash harms nobody, so they need no write-ahead log.
create unlogged table attempts (
  key text primary key,
  empty_at timestamptz not null
);
comment on table attempts is
  'Attempts fill a bucket that empties with time. empty_at: when it is empty again; how far ahead that lies is how full it is.';
create index attempts_empty_at on attempts (empty_at);
create index password_resets_expires on password_resets (expires_at);
create index sessions_expires on sessions (expires_at);
