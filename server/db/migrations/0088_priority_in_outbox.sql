alter table outbox add column priority smallint not null default 0;

comment on column outbox.priority is 'Jobs with a lower one run first.';
