-- Invariants of the shop. The view returns one row per violation.
create view audit_violations as
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
left join invoices n on n.user_id = s.user_id
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
