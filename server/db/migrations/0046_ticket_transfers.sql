-- Tickets that customers hand on. The buyer keeps invoice, points and refund.
alter table tickets add column holder_id integer references users (id);
comment on column tickets.holder_id is 'Who has received the ticket and can show its code. Null: the buyer.';
create index tickets_of_holders on tickets (holder_id) where holder_id is not null;

create table ticket_transfers (
  id integer generated always as identity primary key,
  ticket_id integer not null references tickets (id),
  from_user integer not null references users (id),
  to_email text not null,
  -- Set when the mail with the link is sent.
  token_hash bytea unique,
  state text not null default 'OFFERED' check (state in ('OFFERED', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  to_user integer references users (id),
  offered_at timestamptz not null default shop_now(),
  ended_at timestamptz,
  check ((state = 'OFFERED') = (ended_at is null)),
  check ((state = 'ACCEPTED') = (to_user is not null))
);
comment on column ticket_transfers.to_email is 'Cleared 30 days after the end of the show, and with an account.';
create unique index ticket_transfers_one_offer on ticket_transfers (ticket_id) where state = 'OFFERED';
create index ticket_transfers_of_ticket on ticket_transfers (ticket_id);
create index ticket_transfers_from on ticket_transfers (from_user);
create index ticket_transfers_to on ticket_transfers (to_user) where to_user is not null;
