import { sql } from 'kysely'
import type { TicketId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { PlaceOfShow } from '#server/db/places-of-shows.ts'
import { publishNow } from '#server/db/publish-after-commit.ts'

/** A customer who cancels a reservation. */
export type Cancelling = { userId: UserId; ticketId: TicketId }

/**
 * Deletes reservations of customers and frees their room on standing places, in one statement of its own, and publishes
 * the places. Returns the deleted tickets. Leaves out those of others, and those that are bought or being paid. With
 * `isFreeOnly`, also leaves out those that another transaction locks, by themselves or by their standing place. Lock
 * order: standing places before tickets.
 */
export async function deleteReservations(
  db: Db,
  cancelling: readonly Cancelling[],
  { isFreeOnly }: { isFreeOnly: boolean },
): Promise<Set<TicketId>> {
  const skipLocked = isFreeOnly ? sql`skip locked` : sql``
  const { rows } = await sql<PlaceOfShow & { id: TicketId }>`
    with asked as (
      select id, user_id from unnest(
        ${cancelling.map(({ ticketId }) => ticketId)}::int[], ${cancelling.map(({ userId }) => userId)}::int[]
      ) as asked (id, user_id)
    ), rooms as materialized (
      select event_show_id, place_id from standing_occupancies
      where (event_show_id, place_id) in (
        select event_show_id, place_id from tickets join asked using (id, user_id)
        where state = 'RESERVED' and place_type = 'STANDING')
      order by event_show_id, place_id for no key update ${skipLocked}
    ), free as materialized (
      select tickets.id from tickets join asked using (id, user_id)
      where state = 'RESERVED' and pending_order_id is null
        and (place_type = 'SITTING' or (event_show_id, place_id) in (select event_show_id, place_id from rooms))
      order by event_show_id, place_id, tickets.id for update of tickets ${skipLocked}
    ), deleted as (
      delete from tickets where id in (select id from free)
      returning id, event_show_id, place_id, place_type
    ), vacated as (
      update standing_occupancies as room set occupied = room.occupied - freed.people
      from (
        select event_show_id, place_id, count(*)::int as people from deleted
        where place_type = 'STANDING' group by event_show_id, place_id
      ) as freed
      where room.event_show_id = freed.event_show_id and room.place_id = freed.place_id
    )
    select id, event_show_id as "showId", place_id as "placeId" from deleted`.execute(db)
  publishNow(
    db,
    rows.map(({ showId, placeId }) => ({ showId, placeId })),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Reads why tickets were not deleted: their owners and states. Leaves out missing ones. */
export function selectLeftTickets(db: Db, ticketIds: readonly TicketId[]) {
  return db
    .selectFrom('tickets')
    .select(['id', 'user_id as userId', 'event_show_id as showId', 'state', 'pending_order_id as pendingOrderId'])
    .where('id', '=', oneOf(ticketIds))
    .execute()
}
