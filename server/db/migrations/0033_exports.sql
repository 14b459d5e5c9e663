-- contract: 0024 has narrower constraints. These allow all that they did.
alter table change_log drop constraint change_log_kind_check, drop constraint change_log_action_check;
alter table change_log
  add constraint change_log_kind_check
    check (kind in ('ARTIST', 'EVENT', 'EXPORT', 'LOCATION', 'NEWS', 'PRODUCT', 'SEATING_PLAN', 'SHOW', 'USER')),
  add constraint change_log_action_check
    check (action in ('CREATED', 'EDITED', 'DELETED', 'LOCKED', 'UNLOCKED', 'CANCELLED', 'EXPORTED'));
comment on column change_log.record_id is 'Of the table that the kind names. 0 for exports, which have a name only.';
