-- Gates of a location. A gate with sectors of a show's plan serves only these, one without serves all.
create table gates (
  id integer generated always as identity primary key,
  location_id integer not null references locations (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  unique (location_id, name)
);

create table gate_sectors (
  gate_id integer not null references gates (id) on delete cascade,
  sector_id integer not null references sectors (id) on delete cascade,
  primary key (gate_id, sector_id)
);
create index gate_sectors_sector on gate_sectors (sector_id);

alter table event_shows
  add column re_entry boolean not null default false,
  add column offline_unknown text not null default 'ADMIT' check (offline_unknown in ('ADMIT', 'ASK')),
  add column doors_open_at timestamptz;
comment on column event_shows.offline_unknown is
  'What phones without a network do with genuine codes of tickets that they do not know yet.';
comment on column event_shows.doors_open_at is 'Tickets are refused before. Null: at no time.';

-- Phones that scan tickets. Their tokens are 256 random bits.
create table entry_devices (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 255),
  gate_id integer references gates (id) on delete set null,
  direction text not null check (direction in ('IN', 'OUT', 'BOTH')),
  is_supervisor boolean not null,
  token_hash bytea not null unique,
  show_ids integer[] not null,
  paired_by integer not null references users (id),
  paired_at timestamptz not null default shop_now(),
  revoked_at timestamptz,
  last_seen_at timestamptz not null default shop_now(),
  clock_offset_ms integer
);
create index entry_devices_shows on entry_devices using gin (show_ids);
create index entry_devices_gate on entry_devices (gate_id) where gate_id is not null;
comment on column entry_devices.is_supervisor is 'Its holder may overrule refusals with a reason.';
comment on column entry_devices.clock_offset_ms is 'The clock of the shop minus that of the phone, at the latest upload.';

create table entry_pairings (
  id integer generated always as identity primary key,
  code_hash bytea not null unique,
  name text not null check (char_length(name) between 1 and 255),
  gate_id integer references gates (id) on delete cascade,
  direction text not null check (direction in ('IN', 'OUT', 'BOTH')),
  is_supervisor boolean not null,
  show_ids integer[] not null,
  paired_by integer not null references users (id),
  expires_at timestamptz not null
);
create index entry_pairings_gate on entry_pairings (gate_id) where gate_id is not null;
comment on table entry_pairings is 'Codes that pair a phone. Deleted when used.';
comment on column entry_pairings.code_hash is 'HMAC of the eight digits, under a key derived from the secret of the session tokens.';

-- Every scan, refused or not. Rows are only added.
create table scans (
  id bigint generated always as identity primary key,
  device_id integer not null references entry_devices (id),
  scan_key uuid not null,
  number integer not null,
  event_show_id integer not null references event_shows (id) on delete cascade,
  ticket_id integer references tickets (id) on delete cascade,
  issue integer,
  direction text not null check (direction in ('IN', 'OUT')),
  verdict text not null check (verdict in ('ADMITTED', 'LEFT', 'REFUSED')),
  reason text check (
    reason in ('NOT_VALID', 'OTHER_SHOW', 'OTHER_DAY', 'SHOW_CANCELLED', 'REFUNDED', 'OLD_CODE', 'DISPUTED', 'WRONG_GATE',
      'TOO_EARLY', 'ALREADY_IN', 'NOT_IN')),
  phone_verdict text check (phone_verdict in ('ADMITTED', 'LEFT', 'REFUSED')),
  scanned_at timestamptz not null,
  received_at timestamptz not null default shop_now(),
  is_offline boolean not null,
  overruled text check (char_length(overruled) between 1 and 255),
  unique (device_id, scan_key),
  check ((verdict = 'REFUSED') = (reason is not null)),
  check (verdict = 'REFUSED' or ticket_id is not null),
  check (is_offline = (phone_verdict is not null))
);
create index scans_ticket on scans (ticket_id) where ticket_id is not null;
create index scans_show on scans (event_show_id, scanned_at);
comment on column scans.number is 'Counted by the phone. Gaps are scans that never arrived.';
comment on column scans.phone_verdict is 'What the phone decided without the server. Null for scans that the server decided.';
comment on column scans.scanned_at is 'By the clock of the shop. Of an offline scan: the time of the phone, corrected.';
comment on column scans.overruled is 'Why a supervisor overruled the refusal.';

-- The people whom a ticket admitted, derived from its scans.
create table admissions (
  ticket_id integer not null references tickets (id) on delete cascade,
  number smallint not null check (number > 0),
  scan_id bigint not null references scans (id) on delete cascade,
  gate_id integer references gates (id) on delete set null,
  admitted_at timestamptz not null,
  left_at timestamptz,
  is_double boolean not null,
  primary key (ticket_id, number),
  check (left_at >= admitted_at),
  check (number > 1 or not is_double)
);
create index admissions_scan on admissions (scan_id);
create index admissions_gate on admissions (gate_id) where gate_id is not null;
comment on column admissions.is_double is 'Another person was inside with the ticket, or had used it up.';

create view audit_of_entry as
select 'each admission comes from a scan that admitted its ticket' as rule, format('ticket %s, number %s', a.ticket_id, a.number) as detail
from admissions a join scans s on s.id = a.scan_id
where s.ticket_id is distinct from a.ticket_id or s.verdict <> 'ADMITTED' or s.scanned_at <> a.admitted_at

union all
select 'each scan that admitted is one admission', format('scan %s', s.id)
from scans s left join admissions a on a.scan_id = s.id
where s.verdict = 'ADMITTED'
group by s.id having count(a.ticket_id) <> 1

union all
select 'admissions of a ticket are numbered by time', format('ticket %s, number %s', ticket_id, number)
from (
  select ticket_id, number, row_number() over (partition by ticket_id order by admitted_at, number) as place from admissions
) a
where number <> place

union all
select 'one person is inside with a ticket, others are doubles', format('ticket %s', ticket_id)
from admissions where not is_double and left_at is null
group by ticket_id having count(*) > 1

union all
select 'a ticket is admitted at its show', format('scan %s', s.id)
from scans s join tickets t on t.id = s.ticket_id
where s.verdict <> 'REFUSED' and t.event_show_id <> s.event_show_id

union all
select 'a phone scans for its shows', format('scan %s', s.id)
from scans s join entry_devices d on d.id = s.device_id
where not s.event_show_id = any(d.show_ids);

create or replace view audit_violations as
select rule, detail from audit_of_books

union all
select 'stock is never negative', format('product %s: %s', id, stock) from merchandise_products where stock < 0

union all
select 'an image is shown somewhere, or cleared away', format('image %s', name)
from abandoned_images where created_at < shop_now() - interval '2 days'

union all
select 'a held place lasts no longer than its hold, at its show', format('ticket %s, hold %s', tickets.id, holds.id)
from tickets join holds on holds.id = tickets.hold_id
where tickets.user_id is null
  and (tickets.event_show_id <> holds.event_show_id or tickets.reserved_until > coalesce(holds.held_until, 'infinity'))

union all
select 'a guest has no points', format('user %s', users.id)
from users where is_guest and exists (select from points_entries where points_entries.user_id = users.id)

union all
select rule, detail from audit_of_payments

union all
select rule, detail from audit_of_figures

union all
select rule, detail from audit_of_entry;
