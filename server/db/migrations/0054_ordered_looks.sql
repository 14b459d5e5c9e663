-- Numbers looks at payments in the order in which they begin. A look that began earlier than the last applied one may
-- have seen an older state of refunds and disputes.
create sequence payment_look_numbers as bigint;
alter table payments add column last_look bigint not null default 0;
comment on column payments.last_look is 'The number of the latest look whose refunds and disputes were stored.';

alter table refunds add column former_keys uuid[] not null default '{}';
comment on column refunds.former_keys is 'Keys of earlier tries, by which the provider may know this refund, too.';
