import type { TicketId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { servingGates } from '#server/features/entry/serving-gates.sql.ts'
import { isHeldBy } from '#server/features/mail/mailed-items.sql.ts'

/** Names the gates that serve a ticket. */
export async function selectGateNames(db: Db, id: TicketId): Promise<string[]> {
  const row = await db
    .selectFrom('tickets')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select(servingGates.as('names'))
    .where('tickets.id', '=', id)
    .executeTakeFirst()
  return row?.names ?? []
}

/** Reads what the code of a ticket states, and its state. Undefined for an unknown ticket. */
export function selectTicketOfCode(db: Db, id: TicketId) {
  return db
    .selectFrom('tickets')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .select([
      'tickets.id',
      'tickets.state',
      'tickets.issue',
      'tickets.event_show_id as showId',
      'tickets.place_id as placeId',
      'tickets.user_id as userId',
      'tickets.holder_id as holderId',
      'event_shows.live_codes as hasLiveCodes',
      'locations.address',
      'locations.postal_code as postalCode',
      'locations.city',
    ])
    .where('tickets.id', '=', id)
    .executeTakeFirst()
}

/** Lists the bought tickets that a customer has for the show of one of them. */
export async function selectBoughtBeside(db: Db, userId: UserId, id: TicketId): Promise<TicketId[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where(isHeldBy(userId))
    .where('state', '=', 'BOUGHT')
    .where('event_show_id', '=', (query) => query.selectFrom('tickets').select('event_show_id').where('id', '=', id))
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
