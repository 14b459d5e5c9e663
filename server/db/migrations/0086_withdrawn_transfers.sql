-- contract: 0079 has a narrower constraint. This one allows all that it did.
-- The transfers of withdrawn payment files. A bank that had the file may have made them all the same, and their refund
-- may be deleted since, because the bank took its money back.
create table withdrawn_transfers (
  refund_file_id integer not null references refund_files (id),
  refund_id integer not null,
  payment_id integer not null references payments (id),
  primary key (refund_file_id, refund_id)
);
comment on column withdrawn_transfers.refund_id is 'The refund that the transfer paid. It may not exist any more.';

-- Of refunds that do not exist any more, the payment is that of the reference in the purpose of the transfer.
insert into withdrawn_transfers (refund_file_id, refund_id, payment_id)
select refund_files.id, named.refund_id, coalesce(refunds.payment_id, payments.id)
from refund_files
cross join lateral (
  select part[1]::integer as refund_id, substring(part[2] from 'RF\d+') as reference
  from regexp_matches(content, '<EndToEndId>FOYER-\d+-(\d+)</EndToEndId>[^\n]*<Ustrd>([^<]*)', 'g') part
) named
left join refunds on refunds.id = named.refund_id
left join payments on payments.provider = 'transfer' and payments.provider_ref = named.reference
where withdrawn_at is not null and refunds.refund_file_id is distinct from refund_files.id
  and coalesce(refunds.payment_id, payments.id) is not null;

alter table bank_movements
  drop constraint bank_movements_refund_id_fkey,
  add constraint bank_movements_refund_id_fkey foreign key (refund_id) references refunds (id) on delete set null;
comment on column bank_movements.refund_id is
  'The refund that a transfer of the shop paid. Null for money that came in, and if the refund does not exist any more.';
