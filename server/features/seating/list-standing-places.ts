import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import { cacheAsync } from '#server/async-cache.ts'
import type { Db } from '#server/db/connection.ts'
import { selectStandingPlaces } from './seating.sql.ts'

const PLANS_CACHED = 16

type StandingPlaces = { id: PlaceId; capacity: number }[]

const cachedReads = new WeakMap<Db, (seatingPlanId: SeatingPlanId) => Promise<StandingPlaces>>()

/** Lists the standing places of a plan. They never change after a show uses the plan, so each database has a cache. */
export function listStandingPlaces(db: Db, seatingPlanId: SeatingPlanId): Promise<StandingPlaces> {
  const read =
    cachedReads.get(db) ??
    cacheAsync((id: SeatingPlanId) => selectStandingPlaces(db, id), { max: PLANS_CACHED, keyOf: (id) => id })
  cachedReads.set(db, read)
  return read(seatingPlanId)
}
