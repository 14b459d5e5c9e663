import { sql } from 'kysely'
import type { SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'

/** Counts the places on sale of seating plans. */
export async function selectCapacities(db: Db, ids: readonly SeatingPlanId[]): Promise<Map<SeatingPlanId, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: SeatingPlanId; capacity: number }>`
    select seating_plan_id as id, sum(capacity) as capacity
    from sectors join places on places.sector_id = sectors.id
    where seating_plan_id = any(${ids}::int[]) and is_available group by 1`.execute(db)
  return new Map(rows.map(({ id, capacity }) => [id, capacity]))
}

/** Counts the live tickets of shows. Shows without one are missing. */
export async function selectTakenPlaces(db: Db, ids: readonly ShowId[]): Promise<Map<ShowId, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: ShowId; taken: number }>`
    select event_show_id as id, count(*) as taken from tickets
    where event_show_id = any(${ids}::int[]) and (state = 'BOUGHT' or state = 'RESERVED' and reserved_until > ${now})
    group by 1`.execute(db)
  return new Map(rows.map(({ id, taken }) => [id, taken]))
}
