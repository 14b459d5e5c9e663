alter table users add column second_factor_since timestamptz;
comment on column users.second_factor_since is 'Null: a login needs the password alone. In the row of the user, because locks and logins read it there.';

create table second_factors (
  user_id integer primary key references users (id) on delete cascade,
  sealed_secret bytea not null,
  last_step integer not null default 0,
  created_at timestamptz not null default shop_now()
);
comment on table second_factors is 'The secret of an authenticator app. It counts once users.second_factor_since is set.';
comment on column second_factors.sealed_secret is 'Encrypted with a key that is derived from the key of the tokens.';
comment on column second_factors.last_step is 'The time step of the latest code, in units of 30 seconds since 1970. Only later ones are accepted.';

create table recovery_codes (
  code_hash bytea primary key,
  user_id integer not null references users (id) on delete cascade
);
comment on table recovery_codes is 'SHA-256 of user and code. A used code is deleted.';
create index recovery_codes_user on recovery_codes (user_id);
