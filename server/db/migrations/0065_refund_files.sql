-- Files of SEPA transfers (pain.001) by which owed refunds are paid back. A refund is in one file at most, until an
-- administrator withdraws the file.
create table refund_files (
  id integer generated always as identity primary key,
  made_at timestamptz not null default shop_now(),
  made_by integer not null references users (id),
  -- The file as it was downloaded, so that a second download is the same one, by which banks know it again.
  content text not null default '',
  withdrawn_at timestamptz
);

alter table refunds add column refund_file_id integer references refund_files (id);
comment on column refunds.refund_file_id is 'The file by which an owed refund is or was paid. Null without one.';
