-- Existing accounts count as confirmed.
alter table users add column email_verified_at timestamptz;
comment on column users.email_verified_at is 'Null until the owner confirms the address by a link or a code, or sets a password by a reset link.';
update users set email_verified_at = created_at where deleted_at is null;

create table email_verifications (
  token_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade,
  code_hash bytea not null,
  code_attempts integer not null default 0 check (code_attempts <= 10),
  code_expires_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default shop_now()
);
comment on table email_verifications is
  'One row for each confirmation mail. Every link of the last day is valid, but only the latest code.';
create index email_verifications_user on email_verifications (user_id, created_at desc);
create index email_verifications_expires on email_verifications (expires_at);
