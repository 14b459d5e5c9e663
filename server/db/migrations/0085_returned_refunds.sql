-- contract: 0079 has a narrower constraint. This one allows all that it did.
-- A transfer of a refund that came back is no money of the order.
alter table bank_movements
  drop constraint bank_movements_finding_check,
  add constraint bank_movements_finding_check check (
    finding in ('EXACT', 'AMOUNT', 'DOUBLE', 'UNKNOWN', 'REVERSED', 'SENT', 'NOT_OWED', 'CAME_BACK'));
