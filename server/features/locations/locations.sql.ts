import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { locationSearch } from '#contract/locations.ts'
import type { LocationId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

export type LocationSearch = z.output<typeof locationSearch>

function selectFromLocations(db: Db | Tx) {
  return db
    .selectFrom('locations')
    .leftJoin('images', 'images.id', 'locations.image_id')
    .select([
      'locations.id',
      'locations.name',
      'locations.address',
      'locations.city',
      'locations.postal_code as postalCode',
      'locations.country',
      'locations.time_zone as timeZone',
      'images.name as imageName',
    ])
}

export function selectLocations(db: Db, search: LocationSearch) {
  const found = selectFromLocations(db)
    .where(
      allOf([
        contains('locations.name', search.name),
        contains('country', search.country),
        contains('city', search.city),
        contains('postal_code', search.postalCode),
        contains('address', search.address),
      ]),
    )
    .orderBy(sql`folded(locations.name)`)
    .orderBy('locations.id')
  return pageOf(found, search)
}

export function selectLocation(db: Db | Tx, locationId: LocationId) {
  return selectFromLocations(db)
    .select('locations.travel_text as travelText')
    .where('locations.id', '=', locationId)
    .executeTakeFirst()
}
