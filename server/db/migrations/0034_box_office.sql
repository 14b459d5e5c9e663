-- contract: 0024 has narrower constraints. Servers of the version before never write what is new, and read a null user
-- or the new payment types only of sales that began after this migration.

-- A hold is a reservation of the house: tickets without a user, which the same index keeps for one holder.
create table holds (
  id integer generated always as identity primary key,
  event_show_id integer not null references event_shows (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 255),
  held_by integer not null references users (id),
  held_until timestamptz,
  created_at timestamptz not null default shop_now()
);
create index holds_show on holds (event_show_id);
comment on table holds is 'House seats. A hold whose tickets are all released, sold or run out is deleted by a job.';
comment on column holds.held_until is 'Null: until it is released.';

alter table tickets
  alter column user_id drop not null,
  add column hold_id integer references holds (id),
  add constraint tickets_of_somebody check (user_id is not null or (hold_id is not null and state = 'RESERVED'));
create index tickets_hold on tickets (hold_id) where hold_id is not null;
comment on column tickets.user_id is 'Null for a held place.';

-- Guests buy at the desk with their name only, which stands on the invoice. Their row in users is a closed account.
alter table users
  add column is_guest boolean not null default false,
  add constraint guests_cannot_log_in check (not is_guest or (deleted_at is not null and email = '' and password_hash = ''));
comment on column users.is_guest is 'A buyer at the desk without an account.';

alter table invoices
  drop constraint invoices_payment_type_check,
  add constraint invoices_payment_type_check check (payment_type in ('VISA', 'DEBITCARD', 'PAYPAL', 'CASH', 'CARD'));
create index invoices_customer_search on invoices
  using gin (folded(customer_first_name || ' ' || customer_last_name) gin_trgm_ops);

alter table change_log
  drop constraint change_log_kind_check,
  add constraint change_log_kind_check check (
    kind in ('ARTIST', 'EVENT', 'EXPORT', 'HOLD', 'LOCATION', 'NEWS', 'ORDER', 'PRODUCT', 'SEATING_PLAN', 'SHOW', 'TICKET', 'USER')),
  drop constraint change_log_action_check,
  add constraint change_log_action_check check (
    action in ('CREATED', 'EDITED', 'DELETED', 'LOCKED', 'UNLOCKED', 'CANCELLED', 'EXPORTED', 'MOVED', 'PAID_BACK', 'RELEASED', 'SOLD'));

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
from users where is_guest and exists (select from points_entries where points_entries.user_id = users.id);
