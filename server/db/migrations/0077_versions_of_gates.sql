-- Gates that two people edit at the same time.
alter table gates
  add column version integer not null default 1;
comment on column gates.version is 'Rises with each change of the name or of the sectors.';
