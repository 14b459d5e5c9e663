import { sql } from 'kysely'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Adds rows of seats like the one of the plan, until it has this many seats. Returns all seats. */
export async function enlargePlan(db: Db, { seat, seats }: { seat: PlaceId; seats: number }): Promise<PlaceId[]> {
  await sql`
    insert into places (sector_id, place_type, row_name, seat_number, x, y, width, height)
    select sector_id, place_type, 'R' || n / 100, 1 + n % 100, x, y, width, height
    from places, generate_series(1, ${seats}::int - 1) n where id = ${seat}`.execute(db)
  const { rows } = await sql<{ id: PlaceId }>`
    select id from places
    where place_type = 'SITTING' and sector_id = (select sector_id from places where id = ${seat})`.execute(db)
  await sql`analyze places`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reserves seats of a show for a customer without the shop, however many. */
export async function holdSeats(
  db: Db,
  { showId, userId, seatIds }: { showId: ShowId; userId: UserId; seatIds: readonly PlaceId[] },
): Promise<void> {
  await sql`
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
    select ${showId}::int, place_id, 'SITTING', ${userId}::int, 'RESERVED', 5000,
      shop_now(), shop_now() + interval '1 day'
    from unnest(${seatIds}::int[]) as place_id`.execute(db)
  await sql`analyze tickets`.execute(db)
}
