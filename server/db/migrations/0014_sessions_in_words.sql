-- Split into three migrations, because each holds its locks until its end. Servers of an earlier version may still
-- create sessions.
alter table sessions add column public_id integer;
create sequence sessions_public_id as integer owned by sessions.public_id;
alter table sessions alter column public_id set default nextval('sessions_public_id');
create unique index sessions_by_public_id on sessions (public_id);
comment on column sessions.public_id is 'Names a session to its user. Opens nothing.';
alter table sessions add column device text not null default 'Unknown browser' check (length(device) <= 100);
comment on column sessions.device is 'Browser and operating system in words. Neither the User-Agent nor an address is stored.';
alter table sessions add column last_used_at timestamptz;
comment on column sessions.last_used_at is 'Exact to a quarter of an hour. Null until the first quarter of an hour has passed.';
