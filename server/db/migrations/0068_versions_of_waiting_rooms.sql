-- Settings of a waiting room that two administrators change at the same time.
alter table waiting_rooms
  add column version integer not null default 1;
comment on column waiting_rooms.version is 'Rises with each change of the settings, not with the admission.';
