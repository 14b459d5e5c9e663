-- Accounts that exist count as used at the time of this migration, because earlier logins were not kept.
alter table users add column last_login_at timestamptz not null default shop_now();
comment on column users.last_login_at is 'Time of the last login, or of the registration.';
alter table users add column deletion_warned_at timestamptz;
comment on column users.deletion_warned_at is 'When a mail told the owner that the unused account will be deleted.';
