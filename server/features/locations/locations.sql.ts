import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { locationSearch } from '#contract/locations.ts'
import type { LocationId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

export type LocationSearch = z.output<typeof locationSearch>

const columns = [
  'id',
  'name',
  'address',
  'city',
  'postal_code as postalCode',
  'country',
  'time_zone as timeZone',
] as const

export function selectLocations(db: Db, search: LocationSearch) {
  const found = db
    .selectFrom('locations')
    .select(columns)
    .where(
      allOf([
        contains('name', search.name),
        contains('country', search.country),
        contains('city', search.city),
        contains('postal_code', search.postalCode),
        contains('address', search.address),
      ]),
    )
    .orderBy(sql`folded(name)`)
    .orderBy('id')
  return pageOf(found, search)
}

export function selectLocation(db: Db | Tx, locationId: LocationId) {
  return db.selectFrom('locations').select(columns).where('id', '=', locationId).executeTakeFirst()
}
