import type { Paged } from '#contract/fields.ts'
import type { ListedLocation, LocationDetail } from '#contract/locations.ts'
import { comingShows } from '#domain/shows/coming-shows.ts'
import type { LocationId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db } from '#server/db/connection.ts'
import { selectCapacities } from '#server/features/shows/availability.sql.ts'
import { selectComingShows } from '#server/features/shows/coming-shows.sql.ts'
import { selectPlansOfLocation } from '#server/features/shows/shows.sql.ts'
import { selectSeatingPlansByIds, selectSectors } from '#server/features/seating/seating.sql.ts'
import { type LocationSearch, selectLocation, selectLocations } from './locations.sql.ts'

const MOST_PLANS = 3

/** Lists the locations that match all given filters, with their shows to come. */
export async function listLocations(
  db: Db,
  search: LocationSearch,
  remember: Remember,
): Promise<Paged<ListedLocation>> {
  const { total, elements } = await selectLocations(db, search, remember)
  return { total, elements: await withComingShows(db, elements) }
}

/** Reads a location with its shows to come and its seating plans. Undefined for an unknown location. */
export async function getLocation(db: Db, locationId: LocationId): Promise<LocationDetail | undefined> {
  const row = await selectLocation(db, locationId)
  if (!row) return undefined
  const planIds = await selectPlansOfLocation(db, locationId, MOST_PLANS)
  const [[location], plans, sectors, capacities] = await Promise.all([
    withComingShows(db, [row]),
    selectSeatingPlansByIds(db, planIds),
    selectSectors(db, planIds),
    selectCapacities(db, planIds),
  ])
  const sectorsOf = Map.groupBy(sectors, ({ seatingPlanId }) => seatingPlanId)
  return (
    location && {
      ...location,
      plans: plans
        .toSorted((one, other) => planIds.indexOf(one.id) - planIds.indexOf(other.id))
        .map(({ focalX, focalY, ...plan }) => ({
          ...plan,
          focalPoint: { x: focalX, y: focalY },
          sectors: sectorsOf.get(plan.id) ?? [],
          capacity: capacities.get(plan.id) ?? 0,
        })),
    }
  )
}
async function withComingShows<Row extends { id: LocationId }>(db: Db, locations: readonly Row[]) {
  const groups = await selectComingShows(
    db,
    'location_id',
    locations.map(({ id }) => id),
  )
  return locations.map((location) => ({ ...location, coming: comingShows(groups.get(location.id) ?? []) }))
}
