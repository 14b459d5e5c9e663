alter table users add column wants_reminders boolean not null default true;
comment on column users.wants_reminders is 'Whether the owner gets a mail on the day before a show.';

create table show_reminders (
  user_id integer not null references users (id),
  event_show_id integer not null references event_shows (id),
  created_at timestamptz not null default shop_now(),
  primary key (user_id, event_show_id)
);
comment on table show_reminders is 'The reminders that were sent: one per customer and show.';
