alter table holds add column version integer not null default 1;
comment on column holds.version is 'Rises with each edit. An edit names the version it is based on.';
