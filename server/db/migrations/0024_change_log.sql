create table change_log (
  id bigint generated always as identity primary key,
  logged_at timestamptz not null default shop_now(),
  actor_id integer references users (id),
  kind text not null
    check (kind in ('ARTIST', 'EVENT', 'LOCATION', 'NEWS', 'PRODUCT', 'SEATING_PLAN', 'SHOW', 'USER')),
  record_id integer not null,
  record_name text not null,
  record_version integer,
  action text not null check (action in ('CREATED', 'EDITED', 'DELETED', 'LOCKED', 'UNLOCKED', 'CANCELLED')),
  changes jsonb not null default '[]',
  reason text
);
comment on table change_log is 'Every action of administrators, append-only.';
comment on column change_log.actor_id is 'Null for the shop itself, such as a command of its operator.';
comment on column change_log.record_name is 'The name at that time. Empty for users, whose names are personal data.';
comment on column change_log.record_version is 'The version of the record after the change. Null for records without one.';
comment on column change_log.changes is 'The changed fields: [{"field", "from", "to"}].';
create index change_log_record on change_log (kind, record_id, id);
create index change_log_actor on change_log (actor_id, id);

-- An edit names the version it is based on, and is refused if another edit came first.
alter table artists add column version integer not null default 1;
alter table locations add column version integer not null default 1;
alter table events add column version integer not null default 1;
alter table event_shows add column version integer not null default 1;
alter table news add column version integer not null default 1;
