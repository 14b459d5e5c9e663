drop trigger hash_session_id on sessions;
drop function hash_session_id();
alter table sessions drop constraint sessions_pkey;
alter table sessions add constraint sessions_pkey primary key using index sessions_id_hash;
alter table sessions drop column id;
comment on column sessions.id_hash is 'SHA-256 of the session id, which only the token contains: a copy of the database opens no session.';
