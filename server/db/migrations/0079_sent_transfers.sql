-- contract: 0038 has a narrower constraint. This one allows all that it did.
-- The transfers by which refunds left the account, as statements show them, so that a refund paid twice is noticed.
alter table bank_movements add column refund_id integer references refunds (id);
comment on column bank_movements.refund_id is 'The refund that a transfer of the shop paid. Null for money that came in.';
comment on column bank_movements.amount is 'Cents; negative for money that left the account.';
alter table bank_movements
  drop constraint bank_movements_finding_check,
  add constraint bank_movements_finding_check check (
    finding in ('EXACT', 'AMOUNT', 'DOUBLE', 'UNKNOWN', 'REVERSED', 'SENT', 'NOT_OWED'));
create unique index bank_movements_refund_once on bank_movements (refund_id) where finding = 'SENT';
