-- Sales by day, show and product, and points by day, of days that are over, so that the figures of a long period need
-- not read every invoice of it.
create table summed_sales (
  day date not null,
  show_id integer,
  product_id integer,
  sold bigint not null,
  refunded bigint not null,
  sales bigint not null,
  refunds bigint not null,
  net bigint not null,
  quantity bigint not null,
  points_spent bigint not null,
  unique nulls not distinct (day, show_id, product_id)
);
comment on table summed_sales is 'Sums over the lines of invoices, made once a day is over. Amounts in cents.';

create table summed_points (
  day date primary key,
  issued bigint not null,
  withdrawn bigint not null,
  spent bigint not null
);

create table summed_until (time_zone text primary key, day date not null);
comment on column summed_until.day is 'The first day of the time zone that is not summed up yet.';

create view audit_of_figures as
select 'summed sales equal the invoices' as rule, format('%s cents, not %s', summed, invoiced) as detail
from (
  select (select coalesce(sum(sales - refunds), 0) from summed_sales) as summed,
    (select coalesce(sum(case invoice_type when 'NORMAL' then total else -total end), 0) from invoices
      where issued_at < (select day::timestamp at time zone time_zone from summed_until)) as invoiced
) s
where summed <> invoiced;

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
select rule, detail from audit_of_payments

union all
select rule, detail from audit_of_figures;
