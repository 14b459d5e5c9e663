create index idempotency_keys_created_at on idempotency_keys (created_at);
comment on column idempotency_keys.created_at is 'When the work was last done. A job deletes keys after seven days.';
