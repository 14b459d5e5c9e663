import type { EventShow } from '#contract/shows.ts'
import { availabilityOf } from '#domain/shows/availability.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import { selectCapacities, type selectTakenPlaces } from './availability.sql.ts'
import { showOfRow } from './show-of-row.ts'
import type { ShowRow } from './shows.sql.ts'

/** Maps rows to shows, and rates how many places are left of those that have not started. */
export type RateShows = (db: Db, rows: readonly ShowRow[]) => Promise<EventShow[]>

/**
 * Creates the rating. It counts the places of each seating plan once, because plans never change. `countTaken` counts
 * the live tickets.
 */
export function showRating(countTaken: typeof selectTakenPlaces): RateShows {
  const capacities = new Map<SeatingPlanId, number>()
  return async (db, rows) => {
    if (rows.length === 0) return []
    const now = await selectNow(db)
    const coming = rows.filter(({ startTime }) => startTime > now)
    const uncounted = new Set(coming.map(({ seatingPlanId }) => seatingPlanId)).difference(capacities)
    const [counted, taken] = await Promise.all([
      selectCapacities(db, [...uncounted]),
      countTaken(
        db,
        coming.map(({ id }) => id),
      ),
    ])
    for (const [id, capacity] of counted) capacities.set(id, capacity)
    return rows.map((row) => {
      if (row.startTime <= now) return showOfRow(row)
      if (row.publication === 'OFF_SALE') return { ...showOfRow(row), availability: 'OFF_SALE' }
      const { saleStartsAt } = row
      if (saleStartsAt && saleStartsAt > now) return { ...showOfRow(row), availability: 'NOT_YET', saleStartsAt }
      const capacity = capacities.get(row.seatingPlanId) ?? 0
      return { ...showOfRow(row), availability: availabilityOf({ capacity, taken: taken.get(row.id) ?? 0 }) }
    })
  }
}
