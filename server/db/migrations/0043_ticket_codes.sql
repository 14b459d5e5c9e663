alter table tickets add column issue smallint not null default 1;
comment on column tickets.issue is 'Which code of the ticket is valid: codes of an earlier issue are refused.';

-- The keys that sign the codes of tickets. The newest one signs, all of them verify.
create table ticket_keys (
  number smallint primary key check (number between 1 and 255),
  public_key bytea not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default shop_now()
);
comment on column ticket_keys.public_key is 'Ed25519, 32 bytes.';
comment on column ticket_keys.sealed_private_key is 'Encrypted with a key derived from the secret of the session tokens.';
