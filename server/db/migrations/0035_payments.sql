-- contract: 0034 has narrower constraints. Servers of the version before never write a pending order. They read tickets
-- and points of one as reservations without an end and as entries of the ledger.

-- Payments by a provider. Without one, orders are paid by simulation in one transaction, and these tables stay empty.

-- A basket frozen while the customer pays: items, prices and customer as they will stand on the invoice.
create table pending_orders (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'GONE')),
  total integer not null check (total > 0),
  points integer not null check (points >= 0),
  payment_type text not null check (payment_type in ('VISA', 'DEBITCARD', 'PAYPAL')),
  customer_first_name text not null,
  customer_last_name text not null,
  customer_address text not null,
  items_fingerprint text not null,
  created_at timestamptz not null default shop_now(),
  ended_at timestamptz,
  invoice_id integer unique references invoices (id),
  check ((state = 'DONE') = (invoice_id is not null)),
  check ((state = 'OPEN') = (ended_at is null))
);
create unique index pending_orders_open on pending_orders (user_id, items_fingerprint) where state = 'OPEN';
comment on column pending_orders.points is 'What it costs in points, withheld in the ledger while it is open.';

create table pending_order_items (
  pending_order_id integer not null references pending_orders (id),
  position smallint not null,
  ticket_id integer,
  event_show_id integer references event_shows (id),
  place_id integer references places (id),
  reserved_until timestamptz,
  merchandise_product_id integer references merchandise_products (id),
  cart_line_id integer,
  name text not null,
  quantity integer not null check (quantity > 0),
  price integer not null check (price >= 0),
  vat_percent integer not null,
  use_points boolean not null,
  points integer not null check (points >= 0),
  primary key (pending_order_id, position),
  check ((ticket_id is null) = (cart_line_id is not null)),
  check ((ticket_id is null) = (merchandise_product_id is not null)),
  check ((ticket_id is null) = (event_show_id is null and place_id is null and reserved_until is null))
);
create index pending_order_items_ticket on pending_order_items (ticket_id) where ticket_id is not null;
create index pending_order_items_line on pending_order_items (cart_line_id) where cart_line_id is not null;
comment on column pending_order_items.reserved_until is 'The deadline of the reservation before the payment, which returns if the payment fails.';

-- A payment is one attempt at one provider. Only sightings of the provider change it.
create table payments (
  id integer generated always as identity primary key,
  key uuid not null unique default gen_random_uuid(),
  pending_order_id integer not null references pending_orders (id),
  provider text not null,
  amount integer not null check (amount > 0),
  state text not null default 'NEW' check (state in ('NEW', 'OPEN', 'PROCESSING', 'TAKEN', 'CLOSED')),
  provider_ref text,
  redirect_url text,
  paid_by text,
  pay_until timestamptz not null,
  taken_at timestamptz,
  next_look_at timestamptz,
  looks integer not null default 0,
  asked_at timestamptz,
  doubt text,
  unique (provider, provider_ref),
  check (state in ('NEW', 'CLOSED') or provider_ref is not null),
  check ((state = 'TAKEN') = (taken_at is not null))
);
create unique index payments_one_live on payments (pending_order_id) where state in ('NEW', 'OPEN', 'PROCESSING');
create index payments_order on payments (pending_order_id);
create index payments_due on payments (next_look_at) where next_look_at is not null;
comment on column payments.key is 'The idempotency key at the provider: the same key, the same payment.';
comment on column payments.state is 'NEW: nobody knows its address yet. TAKEN and CLOSED are final.';
comment on column payments.doubt is 'Why the provider gave no clear answer at the last look. Null after a clear one.';

-- Steps of a payment, for support: only added.
create table payment_steps (
  id integer generated always as identity primary key,
  payment_id integer not null references payments (id),
  at timestamptz not null default shop_now(),
  from_state text,
  to_state text not null,
  cause text not null,
  by_user integer references users (id)
);
create index payment_steps_payment on payment_steps (payment_id);

-- Money that goes back, each under a key of its own.
create table refunds (
  id integer generated always as identity primary key,
  key uuid not null unique default gen_random_uuid(),
  payment_id integer not null references payments (id),
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('TICKET', 'LATE', 'DOUBLE', 'MISMATCH')),
  cancel_invoice_id integer unique references invoices (id),
  state text not null default 'DUE' check (state in ('DUE', 'SENT', 'DONE', 'FAILED', 'BY_HAND')),
  provider_ref text,
  failure text,
  created_at timestamptz not null default shop_now(),
  next_look_at timestamptz default shop_now(),
  tries integer not null default 0,
  check ((reason = 'TICKET') = (cancel_invoice_id is not null))
);
create index refunds_payment on refunds (payment_id);
create index refunds_due on refunds (next_look_at) where next_look_at is not null;

create table disputes (
  provider text not null,
  provider_ref text not null,
  payment_id integer not null references payments (id),
  amount integer not null,
  state text not null check (state in ('OPEN', 'WON', 'LOST')),
  opened_at timestamptz not null,
  primary key (provider, provider_ref)
);
create index disputes_payment on disputes (payment_id);

-- Events of providers, stored before they are answered. Kept for 90 days.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payment_ref text not null,
  received_at timestamptz not null default shop_now(),
  done_at timestamptz,
  primary key (provider, event_id)
);
create index provider_events_received on provider_events (received_at);

-- Tickets that are being paid: reservations without a deadline, which only the end of the payment releases.
alter table tickets
  add column pending_order_id integer references pending_orders (id),
  add constraint tickets_being_paid check (
    pending_order_id is null or (state = 'RESERVED' and reserved_until = 'infinity' and user_id is not null));
create index tickets_pending_order on tickets (pending_order_id) where pending_order_id is not null;

alter table points_entries
  add column pending_order_id integer references pending_orders (id),
  drop constraint points_entries_reason_check,
  add constraint points_entries_reason_check check (
    reason in ('MERCHANDISE', 'TICKET', 'TICKET_REFUND', 'REDEEMED', 'GIFT', 'WITHHELD', 'RETURNED')),
  add constraint points_entries_withheld check ((reason in ('WITHHELD', 'RETURNED')) = (pending_order_id is not null));
create unique index points_entries_pending on points_entries (pending_order_id, reason) where pending_order_id is not null;

alter table invoices add column paid_by text;
comment on column invoices.paid_by is 'How a provider took the money, such as "Visa ending 4242". Null for simulated payments and those at the desk.';

-- Refunds never exceed the money taken, and only of a payment that was taken.
create function check_refunds() returns trigger language plpgsql as $$
declare
  payment payments%rowtype;
  refunded bigint;
begin
  select * into payment from payments where id = new.payment_id;
  select coalesce(sum(amount), 0) into refunded from refunds where payment_id = new.payment_id and state <> 'FAILED';
  if payment.state <> 'TAKEN' or refunded > payment.amount then
    raise exception 'constraint: refunds of payment % are % of % in state %', payment.id, refunded, payment.amount, payment.state
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
create constraint trigger refunds_within_payment after insert or update of state, amount on refunds
  deferrable initially deferred for each row execute function check_refunds();

alter table change_log
  drop constraint change_log_kind_check,
  add constraint change_log_kind_check check (
    kind in ('ARTIST', 'EVENT', 'EXPORT', 'HOLD', 'LOCATION', 'NEWS', 'ORDER', 'PAYMENT', 'PRODUCT', 'SEATING_PLAN', 'SHOW',
      'TICKET', 'USER')),
  drop constraint change_log_action_check,
  add constraint change_log_action_check check (
    action in ('CREATED', 'EDITED', 'DELETED', 'LOCKED', 'UNLOCKED', 'CANCELLED', 'EXPORTED', 'MOVED', 'PAID_BACK',
      'RELEASED', 'RETRIED', 'SETTLED', 'SOLD'));

create view audit_of_payments as
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
select 'a refund invoice of a paid order has its refund', format('invoice %s', c.id)
from invoices c
join invoices n on n.id = c.cancels_invoice_id
join pending_orders o on o.invoice_id = n.id
left join refunds r on r.cancel_invoice_id = c.id
where c.total > 0 and (r.id is null or r.amount <> c.total)

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
from refunds where state = 'DUE' and created_at < shop_now() - interval '7 days'

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

create or replace view audit_violations as
select rule, detail from audit_of_books

union all
select 'stock is never negative', format('product %s: %s', id, stock) from merchandise_products where stock < 0

union all
select 'an image is shown somewhere, or cleared away', format('image %s', name)
from abandoned_images where created_at < shop_now() - interval '2 days'

union all
select 'a held place lasts no longer than its hold, at its show', format('ticket %s, hold %s', tickets.id, holds.id)
from tickets join holds on holds.id = tickets.hold_id
where tickets.user_id is null
  and (tickets.event_show_id <> holds.event_show_id or tickets.reserved_until > coalesce(holds.held_until, 'infinity'))

union all
select 'a guest has no points', format('user %s', users.id)
from users where is_guest and exists (select from points_entries where points_entries.user_id = users.id)

union all
select rule, detail from audit_of_payments;
