-- Limits the share of a product that unpaid orders of one client network hold. No constraint binds it to open orders:
-- servers of the version before end orders without clearing it, and a job clears it then.
alter table pending_orders add column client_network bytea;
comment on column pending_orders.client_network is
  'Keyed hash of the client network that ordered merchandise by desk or transfer. Null if the order has ended, or the share was not limited.';
