-- A migration of its own, because it reads all pending orders: meanwhile it blocks writes, but no reads.
create index if not exists pending_orders_client_network on pending_orders (client_network)
  where client_network is not null;
