import type { TicketId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Reads what the code of a ticket states, and its state. Undefined for an unknown ticket. */
export function selectTicketOfCode(db: Db, id: TicketId) {
  return db
    .selectFrom('tickets')
    .select([
      'id',
      'state',
      'issue',
      'event_show_id as showId',
      'place_id as placeId',
      'user_id as userId',
      'holder_id as holderId',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Lists the bought tickets that a customer has for the show of one of them. */
export async function selectBoughtBeside(db: Db, userId: UserId, id: TicketId): Promise<TicketId[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where(({ fn, eb }) => eb(fn.coalesce('holder_id', 'user_id'), '=', userId))
    .where('state', '=', 'BOUGHT')
    .where('event_show_id', '=', (query) => query.selectFrom('tickets').select('event_show_id').where('id', '=', id))
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
