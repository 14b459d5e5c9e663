-- The id of a session is the secret part of its token, so the database keeps a hash of it. Split into three migrations,
-- because each holds its locks until its end: readers wait for none of them. Servers of an earlier version may still
-- create sessions.
alter table sessions add column id_hash bytea;
-- Indexing the empty column is fast, and the next migration then holds row locks alone.
create unique index sessions_id_hash on sessions (id_hash);

create function hash_session_id() returns trigger language plpgsql as $$
begin
  new.id_hash := sha256(convert_to(new.id::text, 'UTF8'));
  return new;
end $$;

create trigger hash_session_id before insert on sessions
  for each row when (new.id_hash is null) execute function hash_session_id();
