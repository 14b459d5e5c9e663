-- Money that came of a transfer that was settled by hand may be less than went back before its statement.
comment on column payments.taken is
  'Money that came, in cents. Null if it is the amount. Less than that if it all goes back, if too little was accepted,
or if a statement shows less than an administrator settled; then more may have gone back before.';

-- No refund is added, becomes larger or counts again if more would go back than came.
create or replace function check_refunds() returns trigger language plpgsql as $$
declare
  payment payments%rowtype;
  refunded bigint;
begin
  select * into payment from payments where id = new.payment_id;
  select coalesce(sum(amount), 0) into refunded from refunds where payment_id = new.payment_id and state <> 'FAILED';
  if payment.state <> 'TAKEN' or refunded > coalesce(payment.taken, payment.amount)
    and (tg_op = 'INSERT' or new.amount > old.amount or old.state = 'FAILED' and new.state <> 'FAILED')
  then
    raise exception 'constraint: refunds of payment % are % of % in state %', payment.id, refunded,
      coalesce(payment.taken, payment.amount), payment.state
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
