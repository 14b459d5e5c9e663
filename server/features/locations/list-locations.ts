import type { Paged } from '#contract/fields.ts'
import type { Location } from '#contract/locations.ts'
import type { Db } from '#server/db/connection.ts'
import { type LocationSearch, selectLocations } from './locations.sql.ts'

/** The locations that all given filters match, by name. */
export function listLocations(db: Db, search: LocationSearch): Promise<Paged<Location>> {
  return selectLocations(db, search)
}
