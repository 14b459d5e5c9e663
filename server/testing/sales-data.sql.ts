import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/**
 * Fills an empty database with sales: `customers`, as many orders and sessions, and five times as many tickets. Uses
 * only columns of the first migrations, so that it works with the schema of any later one.
 */
export async function insertSales(db: Db, customers: number): Promise<void> {
  await sql
    .raw(
      `
    insert into locations (name, address, city, postal_code, country) values ('Opera', 'Ring 1', 'Wien', '1010', 'AT');
    insert into seating_plans (name) values ('Hall');
    insert into sectors (seating_plan_id, name, x, y, width, height) values (1, 'Stalls', 0, 0, 100, 100);
    insert into places (sector_id, place_type, row_name, seat_number, x, y, width, height)
      select 1, 'SITTING', 'A', i, 0, 0, 1, 1 from generate_series(1, 2000) i;
    insert into artists (first_name, last_name) values ('Ada', 'Lovelace');
    insert into events (title, type, description) values ('Play', 'OPERA', 'A play.');
    insert into event_shows (name, event_id, artist_id, location_id, seating_plan_id, starts_at, ends_at, price, vat_percent)
      select 'Show', 1, 1, 1, 1, now() + i * interval '1 day', now() + i * interval '1 day' + interval '2 hours', 1000, 13
      from generate_series(1, (${customers} * 5 + 1999) / 2000) i;
    insert into news (title, summary, text) select 'News', 'Short', 'Long' from generate_series(1, 500);
    insert into users (first_name, last_name, email, password_hash)
      select 'Ada', 'Guest ' || i, 'guest' || i || '@foyer.example', '' from generate_series(1, ${customers}) i;
    insert into sessions (user_id, expires_at, id_hash)
      select i, now() + interval '30 days', sha256(i::text::bytea) from generate_series(1, ${customers}) i;
    insert into invoices (invoice_number, invoice_type, user_id, issued_at, delivery_at, payment_type,
        customer_first_name, customer_last_name, customer_address, seller, total)
      select '2025-' || i, 'NORMAL', i, now(), now(), 'VISA', 'Ada', 'Guest', 'Ring 1', '{}', 5000
      from generate_series(1, ${customers}) i;
    insert into orders (user_id, invoice_id, created_at, total, payment_type, items_fingerprint)
      select i, i, now(), 5000, 'VISA', i::text from generate_series(1, ${customers}) i;
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until, bought_at, invoice_id)
      select 1 + i / 2000, 1 + i % 2000, 'SITTING', 1 + i / 5, 'BOUGHT', 1000, now(), now(), now(), 1 + i / 5
      from generate_series(0, ${customers} * 5 - 1) i;
    insert into invoice_items (invoice_id, name, quantity, price, vat_percent, points, ticket_id)
      select invoice_id, 'Ticket', 1, 1000, 13, 10, id from tickets;
    insert into points_entries (user_id, points, counts_from, invoice_id, ticket_id, reason)
      select user_id, 10, now(), invoice_id, id, 'TICKET' from tickets;
    insert into idempotency_keys (user_id, key, fingerprint) select i, 'key', '' from generate_series(1, ${customers}) i;
    analyze`,
    )
    .execute(db)
}
