-- contract: 0035 has narrower constraints. Servers of the version before never start a manual payment. They read one as
-- a payment of an unknown provider, and its tickets as reservations without an end.

-- Payments that no provider reports: at the box office, and by bank transfer. People or account statements book them.

alter table invoices
  drop constraint invoices_payment_type_check,
  add constraint invoices_payment_type_check check (
    payment_type in ('VISA', 'DEBITCARD', 'PAYPAL', 'CASH', 'CARD', 'TRANSFER', 'DESK'));
alter table pending_orders
  drop constraint pending_orders_payment_type_check,
  add constraint pending_orders_payment_type_check check (
    payment_type in ('VISA', 'DEBITCARD', 'PAYPAL', 'TRANSFER', 'DESK'));

alter table payments
  add column due_at timestamptz,
  add column instructions jsonb,
  add column reminded_at timestamptz;
comment on column payments.due_at is
  'The deadline that the customer was told, if the order is held for longer. Null if it is pay_until.';
comment on column payments.instructions is 'How the customer pays without a redirection, as they were told. Null otherwise.';
comment on column payments.reminded_at is 'When the customer was reminded of the deadline.';

alter table refunds
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (state in ('DUE', 'SENT', 'DONE', 'FAILED', 'OWED', 'BY_HAND'));
comment on column refunds.state is 'OWED: a person has to pay it, because no provider can. BY_HAND: a person paid it.';

-- Account statements that were uploaded, and their movements. Each movement is stored once, however often and in
-- whichever file it comes.
create table bank_statements (
  id integer generated always as identity primary key,
  file_name text not null,
  booked_at timestamptz not null default shop_now(),
  booked_by integer not null references users (id)
);

create table bank_movements (
  id integer generated always as identity primary key,
  statement_id integer not null references bank_statements (id),
  fingerprint text not null,
  ordinal smallint not null,
  bank_ref text,
  booked_on date not null,
  amount integer not null check (amount <> 0),
  payer_name text not null,
  payer_iban text,
  purpose text not null,
  reference text,
  payment_id integer references payments (id),
  finding text not null check (finding in ('EXACT', 'AMOUNT', 'DOUBLE', 'UNKNOWN', 'REVERSED')),
  state text not null check (state in ('OPEN', 'BOOKED', 'PAID_BACK', 'IGNORED')),
  open_amount integer not null check (open_amount >= 0),
  note text,
  unique (fingerprint, ordinal),
  check ((state = 'OPEN') = (open_amount > 0)),
  check (finding = 'UNKNOWN' or finding = 'REVERSED' or payment_id is not null)
);
create index bank_movements_open on bank_movements (id) where state = 'OPEN';
create index bank_movements_payment on bank_movements (payment_id) where payment_id is not null;
create index bank_movements_statement on bank_movements (statement_id);
comment on column bank_movements.fingerprint is 'A hash of what every file says of it: account, day, amount, payer and reference.';
comment on column bank_movements.ordinal is 'Its number among movements with the same fingerprint.';
comment on column bank_movements.amount is 'Cents; negative if money that had come was taken back.';
comment on column bank_movements.open_amount is 'Cents that a person has yet to assign, pay back or ignore.';
comment on column bank_movements.note is 'The reference of the transfer back, or why it was ignored or assigned.';

alter table change_log
  drop constraint change_log_kind_check,
  add constraint change_log_kind_check check (
    kind in ('ARTIST', 'EVENT', 'EXPORT', 'HOLD', 'LOCATION', 'NEWS', 'ORDER', 'PAYMENT', 'PRODUCT', 'SEATING_PLAN', 'SHOW',
      'STATEMENT', 'TICKET', 'USER')),
  drop constraint change_log_action_check,
  add constraint change_log_action_check check (
    action in ('CREATED', 'EDITED', 'DELETED', 'LOCKED', 'UNLOCKED', 'CANCELLED', 'EXPORTED', 'IGNORED', 'MOVED',
      'PAID_BACK', 'RELEASED', 'RETRIED', 'SETTLED', 'SOLD'));
