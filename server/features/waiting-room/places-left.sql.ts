import { sql } from 'kysely'
import type { ShowId } from '#domain/ids.ts'
import type { PlaceCounts } from '#domain/waiting-room.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { takenCounts } from '#server/features/shows/taken-counts.sql.ts'

/** Counts the live tickets of a show. */
export async function countTaken(db: Db | Tx, showId: ShowId): Promise<Omit<PlaceCounts, 'capacity'>> {
  const { rows } = await sql<Omit<PlaceCounts, 'capacity'>>`
    select ${takenCounts} from tickets where event_show_id = ${showId}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has no row.')
  return counts
}
