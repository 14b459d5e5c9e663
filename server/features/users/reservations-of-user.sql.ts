import { sql } from 'kysely'
import type { PlaceType } from '#contract/seating.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'
import type { Tx } from '#server/db/connection.ts'

/**
 * Deletes all reservations of a user that are not being paid. The caller has locked the user's row, so no new ones
 * appear. Locks standing occupancies before tickets, both ordered by show and place. Occupancies decrease by the number
 * of rows actually deleted, because an expired reservation may be swept or taken over concurrently.
 */
export async function deleteReservationsOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`
    select from standing_occupancies
    where (event_show_id, place_id) in (
      select event_show_id, place_id from tickets
      where user_id = ${userId} and state = 'RESERVED' and place_type = 'STANDING' and pending_order_id is null)
    order by event_show_id, place_id
    for no key update`.execute(tx)
  await sql`
    select from tickets where user_id = ${userId} and state = 'RESERVED' and pending_order_id is null
    order by event_show_id, place_id, id
    for update`.execute(tx)
  const { rows } = await sql<{ showId: ShowId; placeId: PlaceId; placeType: PlaceType; quantity: number }>`
    with gone as (
      delete from tickets where user_id = ${userId} and state = 'RESERVED' and pending_order_id is null
      returning event_show_id, place_id, place_type)
    select event_show_id as "showId", place_id as "placeId", place_type as "placeType", count(*)::int as quantity
    from gone
    group by event_show_id, place_id, place_type`.execute(tx)
  publishAfterCommit(tx, rows)
  for (const { showId, placeId, quantity } of rows.filter(({ placeType }) => placeType === 'STANDING')) {
    await tx
      .updateTable('standing_occupancies')
      .set(({ eb }) => ({ occupied: eb('occupied', '-', quantity) }))
      .where('event_show_id', '=', showId)
      .where('place_id', '=', placeId)
      .execute()
  }
}
