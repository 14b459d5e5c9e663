import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import { cacheAsync } from '#server/concurrency/async-cache.ts'
import type { Db } from '#server/db/connection.ts'
import { selectStandingPlaces } from './seating.sql.ts'

/** Plans are cached up to this sum of their standing places. */
const CACHED_PLACES = 10_000

type StandingPlaces = { id: PlaceId; capacity: number }[]

const cachedReads = new WeakMap<Db, (seatingPlanId: SeatingPlanId) => Promise<StandingPlaces>>()

/** Lists the standing places of a plan. They never change after a show uses the plan, so each database has a cache. */
export function listStandingPlaces(db: Db, seatingPlanId: SeatingPlanId): Promise<StandingPlaces> {
  const read =
    cachedReads.get(db) ??
    cacheAsync((id: SeatingPlanId) => selectStandingPlaces(db, id), {
      max: CACHED_PLACES,
      keyOf: (id) => id,
      sizeOf: (places) => places.length + 1,
    })
  cachedReads.set(db, read)
  return read(seatingPlanId)
}
