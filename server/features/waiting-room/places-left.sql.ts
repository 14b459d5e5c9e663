import { sql } from 'kysely'
import type { ShowId } from '#domain/ids.ts'
import type { PlaceCounts } from '#domain/waiting-room.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { takenCounts } from '#server/features/shows/taken-counts.sql.ts'

/** Counts the places on sale of a show, and its live tickets. */
export async function countPlaces(db: Db | Tx, showId: ShowId): Promise<PlaceCounts> {
  const { rows } = await sql<PlaceCounts>`
    select counted.*, (
      select coalesce(sum(places.capacity), 0) from event_shows
        join sectors on sectors.seating_plan_id = event_shows.seating_plan_id and sectors.is_available
        join places on places.sector_id = sectors.id
      where event_shows.id = ${showId}) as capacity
    from (select ${takenCounts} from tickets where event_show_id = ${showId}) as counted`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has no row.')
  return counts
}
