import type { Location } from '#contract/locations.ts'
import type { LocationId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectLocation } from './locations.sql.ts'

/** One location. */
export async function getLocation(db: Db, locationId: LocationId): Promise<Location> {
  const location = await selectLocation(db, locationId)
  if (!location) throw problem('not_found', { what: 'location' })
  return location
}
