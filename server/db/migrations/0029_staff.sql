alter table users add column is_staff boolean not null default false;
comment on column users.is_staff is 'May open the box office: sells, holds, sees orders and door lists. Administrators may anyway.';
