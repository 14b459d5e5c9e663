import { sql } from 'kysely'
import type { SeatingPlanId, ShowId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/db/connection.ts'

/** Marks the tickets of `reserveSome`. */
const PRICE_OF_SOME = cents(1)

export async function givePlan(db: Db, showId: ShowId, seatingPlanId: SeatingPlanId): Promise<void> {
  await db.updateTable('event_shows').set({ seating_plan_id: seatingPlanId }).where('id', '=', showId).execute()
}

/** Sells four of ten seats, spread over the venue: most bought, some reserved. */
export async function sellFourOfTen(db: Db, showId: ShowId, userId: UserId): Promise<void> {
  await sql`
    with invoice as (
      insert into invoices (invoice_number, invoice_type, user_id, issued_at, delivery_at, payment_type,
        customer_first_name, customer_last_name, customer_address, seller, total)
      values (${`2026-9${showId}`}, 'NORMAL', ${userId}, shop_now(), shop_now(), 'VISA', 'Ada', 'Guest', 'Ring 1', '{}', 0)
      returning id
    ), draws as (
      select places.id, hashint8extended(places.id, 7) & 1023 as number
      from places join sectors on sectors.id = places.sector_id
      join event_shows on event_shows.seating_plan_id = sectors.seating_plan_id
      where event_shows.id = ${showId}
    )
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until, bought_at, invoice_id)
    select ${showId}, draws.id, 'SITTING', ${userId},
      case when number < 360 then 'BOUGHT' else 'RESERVED' end, 0, shop_now(), shop_now() + interval '1 day',
      case when number < 360 then shop_now() end, case when number < 360 then invoice.id end
    from draws, invoice where number < 410`.execute(db)
  await sql`analyze places, tickets`.execute(db)
}

/** Frees the seats of `reserveSome`. */
export async function freeSome(db: Db, showId: ShowId): Promise<void> {
  await db.deleteFrom('tickets').where('event_show_id', '=', showId).where('price', '=', PRICE_OF_SOME).execute()
}

/** Reserves a number of free seats, spread over the venue. */
export async function reserveSome(db: Db, showId: ShowId, userId: UserId, count: number): Promise<void> {
  await sql`
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
    select ${showId}, places.id, 'SITTING', ${userId}, 'RESERVED', ${PRICE_OF_SOME}, shop_now(), shop_now() + interval '1 day'
    from places join sectors on sectors.id = places.sector_id
    join event_shows on event_shows.seating_plan_id = sectors.seating_plan_id
    left join tickets on tickets.event_show_id = event_shows.id and tickets.place_id = places.id
    where event_shows.id = ${showId} and tickets.id is null
    order by hashint8extended(places.id, 11) limit ${count}`.execute(db)
}
