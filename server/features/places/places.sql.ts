import { sql } from 'kysely'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { isLive } from '#server/features/tickets/tickets.sql.ts'

/** Counts the live tickets of each place of a show, or of the given places. Leaves out free places. */
export async function selectHeldPlaces(
  db: Db,
  showId: ShowId,
  placeIds?: readonly PlaceId[],
): Promise<Map<PlaceId, number>> {
  const rows = await db
    .selectFrom('tickets')
    .select(({ fn }) => ['place_id as placeId', fn.countAll<number>().as('tickets')])
    .where('event_show_id', '=', showId)
    .where(isLive)
    .$if(placeIds !== undefined, (query) => query.where(sql<boolean>`place_id = any(${placeIds}::int[])`))
    .groupBy('place_id')
    .execute()
  return new Map(rows.map(({ placeId, tickets }) => [placeId, tickets]))
}
