import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/**
 * Fills a shop like one of many years: 5,000 artists, 500 locations, 10,000 events, 100,000 shows around today,
 * 1,000,000 bought tickets of 50,000 customers with their invoices of the last 200 days, four seats of a show each,
 * 5,000 products, 20,000 news.
 */
export async function fillBigShop(db: Db): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const word = (n: string) =>
  `(array['Sturm','Lärche','Ozean','Laterne','Żuraw','Komet','Salon','Orbit','Mühle','Passage','Regen','Tango'])[1 + (${n})::int % 12]`

const statements = [
  'set statement_timeout = 0',
  `insert into users (first_name, last_name, email, password_hash)
   select 'Ada', 'Guest ' || n, 'guest' || n || '@bench.example', 'no password fits' from generate_series(1, 50000) n`,
  `insert into artists (first_name, last_name, stage_name)
   select ${word('n')}, ${word('n / 12')} || n, case when n % 3 = 0 then 'The ' || ${word('n / 7')} || n else '' end from generate_series(1, 5000) n`,
  `insert into locations (name, address, city, postal_code, country)
   select ${word('n')} || ' Hall ' || n, 'Street ' || n, ${word('n / 5')} || 'burg', lpad(n::text, 4, '0'), 'Austria' from generate_series(1, 500) n`,
  `insert into seating_plans (name) values ('Bench hall')`,
  `insert into sectors (seating_plan_id, name, x, y, width, height) select id, 'Stalls', 0, 0, 100, 100 from seating_plans`,
  `insert into places (sector_id, place_type, row_name, seat_number, x, y, width, height)
   select s.id, 'SITTING', 'R' || (n / 40), n % 40, 0, 0, 1, 1 from sectors s, generate_series(1, 2000) n`,
  `insert into events (title, type, description)
   select ${word('n')} || ' and ' || ${word('n / 11')} || ' ' || n,
     (array['MOVIE','THEATRE','OPERA','CONCERT','COMEDY','SPORTS'])[1 + n % 6], 'An evening of ' || ${word('n / 3')} from generate_series(1, 10000) n`,
  `insert into event_shows (name, event_id, artist_id, location_id, seating_plan_id, starts_at, ends_at, price, vat_percent)
   select 'Evening ' || n, 1 + n % 10000, 1 + n % 5000, 1 + n % 500, 1,
     shop_now() + (n - 60000) * interval '13 minutes', shop_now() + (n - 60000) * interval '13 minutes' + interval '2 hours' + n % 90 * interval '1 minute',
     1000 + n % 9000, 13
   from generate_series(1, 100000) n`,
  `update events set starts_at = s.first, ends_at = s.last
   from (select event_id, min(starts_at) as first, max(ends_at) as last from event_shows group by 1) s where s.event_id = events.id`,
  `insert into invoices (invoice_number, invoice_type, user_id, issued_at, delivery_at, payment_type, customer_first_name, customer_last_name, customer_address, seller, total)
   select '2026-' || lpad(n::text, 6, '0'), 'NORMAL', 1 + n % 50000, shop_now() - (250000 - n) * interval '70 seconds', shop_now(), 'VISA', 'Ada', 'Guest', 'Ring 1', '{}', 20000
   from generate_series(1, 250000) n`,
  `insert into invoice_counters values (2026, 250000)`,
  `insert into orders (user_id, invoice_id, created_at, total, payment_type, items_fingerprint)
   select user_id, id, issued_at, total, payment_type, id::text from invoices`,
  `insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until, bought_at, invoice_id)
   select 1 + (n / 4 * 7919::bigint) % 100000, 1 + (n % 4 + n / 400000 * 4) % 2000, 'SITTING', 1 + (n / 4) % 50000, 'BOUGHT', 5000, i.issued_at, i.issued_at, i.issued_at, i.id
   from generate_series(0, 999999) n join invoices i on i.id = 1 + n / 4
   on conflict do nothing`,
  `insert into invoice_items (invoice_id, name, quantity, price, vat_percent, points, ticket_id)
   select invoice_id, 'A ticket', 1, price, 13, 50, id from tickets`,
  `insert into points_entries (user_id, points, counts_from, created_at, invoice_id, ticket_id, reason)
   select t.user_id, 50, s.starts_at, t.bought_at, t.invoice_id, t.id, 'TICKET' from tickets t join event_shows s on s.id = t.event_show_id`,
  `insert into merchandise_products (name, description, price, points, stock, items_per_customer, vat_percent)
   select ${word('n')} || ' Mug ' || n, 'Holds tea.', 500 + n % 4000, n % 900, 100, 5, 20 from generate_series(1, 5000) n`,
  `insert into news (title, summary, text, published_at, event_id)
   select ${word('n')} || ' returns ' || n, 'A summary', repeat('A text about ' || ${word('n / 2')} || '. ', 20), shop_now() - n * interval '1 hour', 1 + n % 10000
   from generate_series(1, 20000) n`,
  'analyze',
]
