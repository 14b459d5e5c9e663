-- contract: 0038 has narrower constraints. Servers of the version before never write what is new. They go on accepting
-- codes of a revoked key until they stop.
alter table ticket_keys
  add column revoked_at timestamptz,
  add column renewed_holder_id integer,
  add column renewed_at timestamptz,
  add constraint ticket_keys_renewed_check check (revoked_at is not null or (renewed_holder_id is null and renewed_at is null));
comment on column ticket_keys.revoked_at is 'Codes that this key signed are refused from then on.';
comment on column ticket_keys.renewed_holder_id is
  'The customers up to this id have new codes for the tickets whose codes this key signed. Null before the first one.';
comment on column ticket_keys.renewed_at is 'When all customers had new codes.';

alter table change_log
  drop constraint change_log_kind_check,
  add constraint change_log_kind_check check (
    kind in ('ARTIST', 'EVENT', 'EXPORT', 'HOLD', 'LOCATION', 'NEWS', 'ORDER', 'PAYMENT', 'PRODUCT', 'SEATING_PLAN', 'SHOW',
      'STATEMENT', 'TICKET', 'TICKET_KEY', 'USER')),
  drop constraint change_log_action_check,
  add constraint change_log_action_check check (
    action in ('CREATED', 'EDITED', 'DELETED', 'LOCKED', 'UNLOCKED', 'CANCELLED', 'EXPORTED', 'IGNORED', 'MOVED',
      'PAID_BACK', 'RELEASED', 'RETRIED', 'REVOKED', 'SETTLED', 'SOLD'));
