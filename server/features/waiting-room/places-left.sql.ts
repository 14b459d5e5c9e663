import { sql } from 'kysely'
import type { ShowId } from '#domain/ids.ts'
import type { PlaceCounts } from '#domain/waiting-room.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { takenCounts } from '#server/features/shows/taken-counts.sql.ts'

/** Counts the places on sale of a show. */
export async function countCapacity(db: Db | Tx, showId: ShowId): Promise<number> {
  const { rows } = await sql<{ capacity: number }>`
    select coalesce(sum(places.capacity), 0) as capacity from event_shows
    join sectors on sectors.seating_plan_id = event_shows.seating_plan_id and sectors.is_available
    join places on places.sector_id = sectors.id
    where event_shows.id = ${showId}`.execute(db)
  return rows[0]?.capacity ?? 0
}

/** Counts the live tickets of a show. */
export async function countTaken(db: Db | Tx, showId: ShowId): Promise<Omit<PlaceCounts, 'capacity'>> {
  const { rows } = await sql<Omit<PlaceCounts, 'capacity'>>`
    select ${takenCounts} from tickets where event_show_id = ${showId}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has no row.')
  return counts
}
