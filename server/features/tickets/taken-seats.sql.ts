import { sql } from 'kysely'
import type { ShowId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { isLive } from './tickets.sql.ts'

/** Reads the number of the taken seats of a show, and the seats as elements of JSON, by place. */
export function selectTakenSeatsAsJson(db: Db, showId: ShowId) {
  const element = sql`'{"placeId":' || place_id || ',"ticketState":"' || state || '"}'`
  return db
    .selectFrom('tickets')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<string>`coalesce(string_agg(${element}, ',' order by place_id), '')`.as('elements'),
    ])
    .where('event_show_id', '=', showId)
    .where('place_type', '=', 'SITTING')
    .where(isLive)
    .executeTakeFirstOrThrow()
}

const BYTES_PER_ID = 4

/** Reads the taken seats of a show without their states, as one value that is cheap to read for a whole stadium. */
export async function selectTakenSeatIds(db: Db | Tx, showId: ShowId): Promise<Int32Array> {
  const { ids } = await db
    .selectFrom('tickets')
    .select(sql<Buffer | null>`string_agg(int4send(place_id), '')`.as('ids'))
    .where('event_show_id', '=', showId)
    .where('place_type', '=', 'SITTING')
    .where(isLive)
    .executeTakeFirstOrThrow()
  const placeIds = new Int32Array(ids ? ids.length / BYTES_PER_ID : 0)
  for (const nth of placeIds.keys()) placeIds[nth] = ids?.readInt32BE(nth * BYTES_PER_ID) ?? 0
  return placeIds
}
