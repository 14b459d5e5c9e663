-- contract: 0035 has narrower constraints. Servers of the version before never end a dispute. They read an inquiry as a
-- dispute that needs nobody.

-- An administrator ends a lost dispute: its items are cancelled without a refund, because the bank has taken the money.
alter table disputes
  add column ended_at timestamptz,
  add column cancel_invoice_id integer unique references invoices (id),
  drop constraint disputes_state_check,
  add constraint disputes_state_check check (state in ('INQUIRY', 'OPEN', 'WON', 'LOST')),
  add constraint disputes_ended check (cancel_invoice_id is null or ended_at is not null);
comment on column disputes.state is 'INQUIRY: the bank asks, and no money has moved.';
comment on column disputes.ended_at is 'When an administrator ended the lost dispute.';
comment on column disputes.cancel_invoice_id is 'The CANCEL invoice of the items that were lost. Null if none was cancelled.';

-- How far the events of a provider were looked through for those that never arrived.
create table event_looks (
  provider text primary key,
  looked_until timestamptz not null
);

-- Products on CANCEL invoices are not bought less: the limit per customer counts what they ever bought.
create or replace view audit_of_books as
with live as (
  select * from tickets where state = 'BOUGHT' or (state = 'RESERVED' and reserved_until > shop_now())
)
select 'a place is held once' as rule, format('show %s, place %s: %s holders', event_show_id, place_id, count(*)) as detail
from live where place_type = 'SITTING'
group by event_show_id, place_id having count(*) > 1

union all
select 'a standing place is never over its capacity', format('show %s, place %s: %s of %s', t.event_show_id, t.place_id, count(*), p.capacity)
from live t join places p on p.id = t.place_id
where t.place_type = 'STANDING'
group by t.event_show_id, t.place_id, p.capacity having count(*) > p.capacity

union all
select 'a standing place counts its tickets', format('show %s, place %s: counts %s, has %s', o.event_show_id, o.place_id, o.occupied, t.held)
from standing_occupancies o
cross join lateral (
  select count(*) as held from tickets t
  where t.event_show_id = o.event_show_id and t.place_id = o.place_id and t.state in ('RESERVED', 'BOUGHT')
) t
where t.held <> o.occupied

union all
select 'every standing ticket is counted', format('ticket %s', t.id)
from tickets t
left join standing_occupancies o on o.event_show_id = t.event_show_id and o.place_id = t.place_id
where t.place_type = 'STANDING' and t.state in ('RESERVED', 'BOUGHT') and o.place_id is null

union all
select 'a ticket is of the plan of its show', format('ticket %s', t.id)
from tickets t
join event_shows s on s.id = t.event_show_id
join places p on p.id = t.place_id
join sectors c on c.id = p.sector_id
where c.seating_plan_id <> s.seating_plan_id or p.place_type <> t.place_type

union all
select 'a sold ticket stands on one invoice, with its price', format('ticket %s: %s lines', t.id, count(i.id))
from tickets t
left join invoice_items i on i.ticket_id = t.id and i.invoice_id = t.invoice_id and i.price = t.price and not i.use_points
where t.state in ('BOUGHT', 'REFUNDED')
group by t.id having count(i.id) <> 1

union all
select 'a refunded ticket stands on one refund invoice, with its price', format('ticket %s: %s lines', t.id, count(i.id))
from tickets t
left join invoice_items i on i.ticket_id = t.id and i.invoice_id = t.refund_invoice_id and i.price = t.price
where t.state = 'REFUNDED'
group by t.id having count(i.id) <> 1

union all
select 'an invoice total is the sum of its lines', format('invoice %s: %s, lines %s', n.id, n.total, coalesce(sum(i.price * i.quantity) filter (where not i.use_points), 0))
from invoices n left join invoice_items i on i.invoice_id = n.id
group by n.id having n.total <> coalesce(sum(i.price::bigint * i.quantity) filter (where not i.use_points), 0)

union all
select 'a purchase has an order of the same total, a refund none', format('invoice %s', n.id)
from invoices n left join orders o on o.invoice_id = n.id
where (n.invoice_type = 'NORMAL' and (o.id is null or o.total <> n.total or o.payment_type is distinct from n.payment_type))
  or (n.invoice_type = 'CANCEL' and o.id is not null)

union all
select 'invoice numbers have no gaps', format('year %s: %s invoices, counter %s', c.year, count(n.id), c.last_number)
from invoice_counters c left join invoices n on n.invoice_number like c.year || '-%'
group by c.year, c.last_number
having count(n.id) <> c.last_number or max(split_part(n.invoice_number, '-', 2)::int) <> c.last_number

union all
select 'every invoice is counted', format('invoice %s', n.invoice_number)
from invoices n left join invoice_counters c on c.year = split_part(n.invoice_number, '-', 1)::int
where c.year is null

union all
select 'a balance of points is never negative', format('user %s: %s', user_id, sum(points))
from points_entries where counts_from <= shop_now()
group by user_id having sum(points) < 0

union all
select 'what a customer bought of a product is what stands on invoices', format('user %s, product %s: %s, invoiced %s', s.user_id, s.merchandise_product_id, s.quantity, coalesce(sum(i.quantity), 0))
from merchandise_sales s
left join invoices n on n.user_id = s.user_id and n.invoice_type = 'NORMAL'
left join invoice_items i on i.invoice_id = n.id and i.merchandise_product_id = s.merchandise_product_id
group by s.user_id, s.merchandise_product_id, s.quantity having s.quantity <> coalesce(sum(i.quantity), 0)

union all
select 'every product line of an invoice is counted as sold', format('invoice %s', n.id)
from invoices n
join invoice_items i on i.invoice_id = n.id and i.merchandise_product_id is not null
left join merchandise_sales s on s.user_id = n.user_id and s.merchandise_product_id = i.merchandise_product_id
where s.user_id is null

union all
select 'points of an invoice are what its lines say', format('invoice %s: %s, lines %s', n.id, l.told, p.booked)
from invoices n
cross join lateral (
  select coalesce(sum(case when i.use_points or n.invoice_type = 'CANCEL' then -1 else 1 end * i.points::bigint * i.quantity), 0) as told
  from invoice_items i where i.invoice_id = n.id
) l
cross join lateral (select coalesce(sum(points), 0) as booked from points_entries where invoice_id = n.id) p
where l.told <> p.booked;

create or replace view audit_of_payments as
select 'a paid order is done, and its money that stays is its total' as rule, format('invoice %s', n.id) as detail
from invoices n
left join pending_orders o on o.invoice_id = n.id
left join lateral (
  select coalesce(sum(p.amount), 0) - coalesce(sum(r.amount), 0) as kept
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
select 'money taken belongs to an order, or goes back', format('payment %s: %s, going back %s', p.id, p.amount, coalesce(r.amount, 0))
from payments p
join pending_orders o on o.id = p.pending_order_id
left join lateral (select sum(amount) as amount from refunds where payment_id = p.id and state <> 'FAILED') r on true
where p.state = 'TAKEN' and o.state <> 'DONE' and coalesce(r.amount, 0) <> p.amount

union all
select 'refunds never exceed their payment', format('payment %s', p.id)
from payments p join refunds r on r.payment_id = p.id
where r.state <> 'FAILED'
group by p.id having p.state <> 'TAKEN' or sum(r.amount) > p.amount

union all
select 'a refund invoice of a paid order has its refund, or its lost dispute', format('invoice %s', c.id)
from invoices c
join invoices n on n.id = c.cancels_invoice_id
join pending_orders o on o.invoice_id = n.id
left join refunds r on r.cancel_invoice_id = c.id
left join disputes d on d.cancel_invoice_id = c.id and d.state = 'LOST'
where c.total > 0
  and case when d.provider_ref is null then r.id is null or r.amount <> c.total else r.id is not null or d.amount < c.total end

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
