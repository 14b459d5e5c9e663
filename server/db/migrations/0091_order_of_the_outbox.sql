-- Only some jobs of the outbox fit into the job queue at once, in this order.
create index outbox_in_order on outbox (priority, id);
