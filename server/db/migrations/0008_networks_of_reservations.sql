-- Limits the share of a show that unpaid reservations of one client network hold.
alter table tickets add column client_network bytea
  constraint client_network_of_reservations check (client_network is null or state = 'RESERVED');
comment on column tickets.client_network is
  'Keyed hash of the show and the client network that reserved. Null for a bought, refunded or expired ticket.';
create index tickets_client_network on tickets (event_show_id, client_network) where client_network is not null;
