-- Transfers that an administrator accepted with too little money: what came, too. Their refunds never exceed it.
comment on column payments.taken is
  'What was taken, in cents. Null if it is the amount. Less than that if it all goes back, or if too little was accepted.';

-- few rows: transfers of another amount, each of which an administrator booked. Those are left out that were assigned
-- as the rest of a movement, because nothing says how much it was, and those of which more went back than came.
update payments set taken = movement.amount
from bank_movements movement
where movement.payment_id = payments.id and movement.state = 'BOOKED' and movement.refund_id is null
  and movement.amount > 0 and movement.amount < payments.amount
  and payments.provider = 'transfer' and payments.state = 'TAKEN' and payments.taken is null
  and movement.amount >= (select coalesce(sum(amount), 0) from refunds where payment_id = payments.id);

create or replace view audit_of_payments as
select 'a paid order is done, and its money that stays is its total' as rule, format('invoice %s', n.id) as detail
from invoices n
left join pending_orders o on o.invoice_id = n.id
left join lateral (
  select coalesce(sum(
    case
      when r.amount is not null then coalesce(p.taken, p.amount) - r.amount
      -- Too little that was accepted pays all.
      when p.provider = 'transfer' then greatest(p.taken, p.amount)
      else coalesce(p.taken, p.amount)
    end), 0) as kept
  from payments p
  left join lateral (
    select sum(amount) as amount from refunds
    where payment_id = p.id and reason in ('LATE', 'DOUBLE', 'MISMATCH') and state <> 'FAILED'
  ) r on true
  where p.pending_order_id = o.id and p.state = 'TAKEN'
) money on true
where n.invoice_type = 'NORMAL' and (n.paid_by is not null or o.id is not null)
  and (o.id is null or n.paid_by is null or money.kept <> n.total)

union all
select 'money taken belongs to an order, or goes back', format('payment %s: %s, going back %s', p.id, coalesce(p.taken, p.amount), coalesce(r.amount, 0))
from payments p
join pending_orders o on o.id = p.pending_order_id
left join lateral (select sum(amount) as amount from refunds where payment_id = p.id and state <> 'FAILED') r on true
where p.state = 'TAKEN' and o.state <> 'DONE' and coalesce(r.amount, 0) <> coalesce(p.taken, p.amount)

union all
select 'refunds never exceed their payment', format('payment %s', p.id)
from payments p join refunds r on r.payment_id = p.id
where r.state <> 'FAILED'
group by p.id having p.state <> 'TAKEN' or sum(r.amount) > coalesce(p.taken, p.amount)

union all
select 'a refund invoice of a paid order has its refund, or its lost dispute', format('invoice %s', c.id)
from invoices c
join invoices n on n.id = c.cancels_invoice_id
join pending_orders o on o.invoice_id = n.id
left join refunds r on r.cancel_invoice_id = c.id
left join disputes d on d.cancel_invoice_id = c.id and d.state = 'LOST'
where c.total > 0
  and case when d.provider_ref is null then r.id is null or r.amount <> c.total else r.id is not null or d.amount < c.total end
  -- Of an order that was accepted with too little, the last refunds are smaller, or left out.
  and not (coalesce(r.amount, 0) < c.total and exists (
    select from payments p
    where p.pending_order_id = o.id and p.taken < p.amount
      and p.taken = (select sum(amount) from refunds where payment_id = p.id and reason = 'TICKET')))

union all
select 'tickets being paid are those of open orders', format('ticket %s', coalesce(t.id, i.ticket_id))
from (select id, pending_order_id from tickets where pending_order_id is not null) t
full join (
  select i.ticket_id, i.pending_order_id from pending_order_items i
  join pending_orders o on o.id = i.pending_order_id and o.state = 'OPEN'
  where i.ticket_id is not null
) i on i.ticket_id = t.id and i.pending_order_id = t.pending_order_id
where t.id is null or i.ticket_id is null

union all
select 'points withheld are those of open orders', format('pending order %s', o.id)
from pending_orders o
left join lateral (
  select coalesce(sum(points), 0) as points from points_entries
  where pending_order_id = o.id and reason in ('WITHHELD', 'RETURNED')
) e on true
where e.points <> case when o.state = 'OPEN' then -o.points else 0 end

union all
select 'an open order has one live payment, an ended one none', format('pending order %s', o.id)
from pending_orders o
left join payments p on p.pending_order_id = o.id and p.state in ('NEW', 'OPEN', 'PROCESSING')
where (o.state = 'OPEN') <> (p.id is not null)

union all
select 'a payment ends within a day', format('payment %s', id)
from payments where state in ('NEW', 'OPEN', 'PROCESSING') and pay_until < shop_now() - interval '24 hours'

union all
select 'a refund is sent within a week', format('refund %s', id)
from refunds where state = 'DUE' and created_at < shop_now() - interval '7 days' and not exists (
  select from disputes d
  where d.payment_id = refunds.payment_id and (d.state = 'OPEN' or d.state = 'LOST' and d.ended_at is null))

union all
select 'the steps of a payment lead to its state', format('payment %s', p.id)
from payments p
left join lateral (select to_state from payment_steps where payment_id = p.id order by id desc limit 1) s on true
where s.to_state is distinct from p.state

union all
select 'each step of a payment follows the one before', format('payment %s', payment_id)
from (
  select payment_id, from_state, lag(to_state) over (partition by payment_id order by id) as before from payment_steps
) s
where from_state is distinct from before;
