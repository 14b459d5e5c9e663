-- The waiting room of a show, from its first visitor on.
create table waiting_rooms (
  event_show_id integer primary key references event_shows (id) on delete cascade,
  mode text not null default 'AUTOMATIC' check (mode in ('AUTOMATIC', 'ALWAYS', 'OFF')),
  people_a_minute integer check (people_a_minute between 1 and 60000),
  automatic_rate double precision not null,
  is_paused boolean not null default false,
  lot_size integer not null default 0 check (lot_size >= 0),
  last_number integer not null default 0,
  admitted_number integer not null default 0 check (admitted_number between 0 and last_number),
  credit double precision not null,
  advanced_at timestamptz not null
);
comment on column waiting_rooms.people_a_minute is 'How many people are admitted a minute. Null: automatic_rate.';
comment on column waiting_rooms.automatic_rate is 'People a minute that the shop carries, as measured.';
comment on column waiting_rooms.lot_size is 'How many people wait for the start of the sale, whose numbers are drawn then.';
comment on column waiting_rooms.credit is 'How many people may be admitted at advanced_at, with fractions.';

-- The places of customers in the lines. Numbers of a show are given out once each, in order.
create table waiting_places (
  event_show_id integer not null references waiting_rooms (event_show_id) on delete cascade,
  user_id integer not null references users (id),
  number integer,
  admitted_at timestamptz,
  pass_until timestamptz,
  primary key (event_show_id, user_id)
);
comment on column waiting_places.number is 'Null until numbers are drawn at the start of the sale.';
comment on column waiting_places.pass_until is 'Until then the customer may reserve. Null while waiting.';
create unique index waiting_places_number on waiting_places (event_show_id, number);
create index waiting_places_user on waiting_places (user_id);

alter table event_shows
  add column needs_pass boolean not null default false;
comment on column event_shows.needs_pass is 'Only customers with a pass of the waiting room reserve places of the show.';
create index event_shows_needs_pass on event_shows (id) where needs_pass;
