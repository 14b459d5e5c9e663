-- Leaves of a text what all formats of a bank agree on. Null for nothing.
create function plain_text_of_bank(value text) returns text language sql immutable parallel safe as $$
  select nullif(regexp_replace(upper(value), '[^0-9A-Z]', '', 'g'), '')
$$;

-- Tells whether the bank took back money of a payment, and nobody has dealt with that: a movement that names it, or
-- that may undo one that was assigned to it, by a reference, else by the amount and the payer or the text, because
-- banks leave out one or the other. A purpose may have another reference than the one by which its movement was stored.
create function is_taken_back(paid integer) returns boolean language sql stable parallel safe as $$
  select exists (
    select from bank_movements where payment_id = paid and finding = 'REVERSED' and state = 'OPEN'
  ) or exists (
    select from payment_steps
    join bank_movements movement
      on movement.id = substring(payment_steps.cause from '^bank movement (\d+)')::int and movement.amount > 0
    join bank_movements reversal
      on reversal.finding = 'REVERSED' and reversal.state = 'OPEN' and reversal.amount < 0 and case
        when reversal.reference is not null and movement.reference is not null
        then strpos(plain_text_of_bank(reversal.purpose), movement.reference) > 0
          or strpos(plain_text_of_bank(movement.purpose), reversal.reference) > 0
        else reversal.amount = -movement.amount and (
          reversal.payer_iban = movement.payer_iban
          or plain_text_of_bank(reversal.payer_name) = plain_text_of_bank(movement.payer_name)
          or plain_text_of_bank(reversal.purpose) = plain_text_of_bank(movement.purpose))
      end
    where payment_steps.payment_id = paid
  )
$$;

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
    where payment_id = p.id and reason in ('LATE', 'DOUBLE', 'MISMATCH')
  ) r on true
  where p.pending_order_id = o.id and p.state = 'TAKEN'
) money on true
where n.invoice_type = 'NORMAL' and (n.paid_by is not null or o.id is not null)
  and (o.id is null or n.paid_by is null or money.kept <> n.total)

union all
select 'money taken belongs to an order, or goes back', format('payment %s: %s, going back %s', p.id, coalesce(p.taken, p.amount), coalesce(r.amount, 0))
from payments p
join pending_orders o on o.id = p.pending_order_id
-- A failed return is listed until somebody ends it.
left join lateral (select sum(amount) as amount from refunds where payment_id = p.id) r on true
where p.state = 'TAKEN' and o.state <> 'DONE' and coalesce(r.amount, 0) < coalesce(p.taken, p.amount)

union all
select 'refunds never exceed their payment', format('payment %s', p.id)
from payments p join refunds r on r.payment_id = p.id
where r.state <> 'FAILED'
group by p.id having p.state <> 'TAKEN' or sum(r.amount) > coalesce(p.taken, p.amount)
  -- More of a transfer may have gone back before a statement showed less money, or money that was taken back.
  and not coalesce(p.provider = 'transfer' and max(r.created_at) <= (
    select max(at) from payment_steps
    where payment_id = p.id and from_state = 'TAKEN' and to_state = 'TAKEN' and cause like 'bank movement %'), false)

union all
select 'no refund pays what a lost dispute took', format('payment %s', p.id)
from payments p
where exists (
  select from refunds r
  where r.payment_id = p.id and r.state <> 'FAILED' and not coalesce(r.state = 'BY_HAND' and r.failure like 'Paid by dispute %', false)
    and coalesce(p.taken, p.amount) < (
      select sum(amount) from refunds e where e.payment_id = p.id and e.id <= r.id and e.state <> 'FAILED'
        and not coalesce(e.state = 'BY_HAND' and e.failure like 'Paid by dispute %', false)
    ) + (
      -- Of a refund that was sent before, the bank took more than there was.
      select sum(amount) from disputes d where d.payment_id = p.id and d.state = 'LOST'
        and (d.ended_at <= r.created_at or d.ended_at is not null and r.state = 'DUE')
    ))

union all
select 'a refund invoice of a paid order has its refund, or its lost dispute', format('invoice %s', c.id)
from invoices c
join invoices n on n.id = c.cancels_invoice_id
join pending_orders o on o.invoice_id = n.id
cross join lateral (select coalesce(sum(amount), 0) as amount from refunds where cancel_invoice_id = c.id) r
left join disputes d on d.cancel_invoice_id = c.id and d.state = 'LOST'
where c.total > 0
  and case when d.provider_ref is null then r.amount <> c.total else r.amount >= c.total or r.amount + d.amount < c.total end
  -- Of an order that was accepted with too little, the last refunds are smaller, or left out.
  and not (r.amount < c.total and exists (
    select from payments p
    where p.pending_order_id = o.id and p.taken < p.amount
      and p.taken <= (select coalesce(sum(amount), 0) from refunds where payment_id = p.id and reason = 'TICKET')))

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
where e.points <> case o.state when 'OPEN' then -o.points else -o.points_kept end

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
  and not is_taken_back(payment_id)

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
