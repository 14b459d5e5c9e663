alter table merchandise_products add column version integer not null default 1;
comment on column merchandise_products.version is 'Rises with each edit. An edit names the version it is based on.';

alter table tickets add column refundable_until timestamptz;
comment on column tickets.refundable_until is
  'The customer can refund a bought ticket until then, even after the start, because the show has changed. Usually null.';
