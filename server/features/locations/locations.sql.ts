import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Paging } from '#contract/fields.ts'
import type { NewLocation } from '#contract/admin-locations.ts'
import type { locationSearch } from '#contract/locations.ts'
import type { LocationId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import { type Db, sqlStateOf, type Tx } from '#server/db/connection.ts'
import { allOf, anyOf, contains } from '#server/db/filters.ts'
import { oneOf } from '#server/db/one-of.ts'
import { pageInOrder, pageOf } from '#server/db/paged.ts'

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

/** Lists locations ordered by name. */
export function selectLocations(db: Db, search: LocationSearch, remember: Remember) {
  const order = db
    .selectFrom('locations')
    .select('locations.id')
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
  return pageInOrder(order, search, {
    remember,
    select: (ids) => selectFromLocations(db).where('locations.id', '=', oneOf(ids)).execute(),
  })
}

export function selectLocation(db: Db | Tx, locationId: LocationId) {
  return selectFromLocations(db)
    .select('locations.travel_text as travelText')
    .where('locations.id', '=', locationId)
    .executeTakeFirst()
}

const usesOfLocation = [
  sql<number>`(select count(*) from event_shows where event_shows.location_id = locations.id)`.as('shows'),
  sql<number>`(select count(*) from seating_plans where seating_plans.location_id = locations.id)`.as('plans'),
] as const

const adminColumns = [
  'locations.image_id as imageId',
  'locations.travel_text as travelText',
  'locations.version',
  ...usesOfLocation,
] as const

/** Lists locations whose name or city contains the text, ordered by name. */
export function selectAdminLocations(db: Db, search: Paging & { name?: string | undefined }) {
  return pageOf(findAdminLocations(db, search), search)
}

/** Finds the locations of that list. */
export function findAdminLocations(db: Db | Tx, { name }: { name?: string | undefined }) {
  return selectFromLocations(db)
    .select(adminColumns)
    .where(allOf([anyOf([contains('locations.name', name), contains('city', name)])]))
    .orderBy(sql`folded(locations.name)`)
    .orderBy('locations.id')
}

export function selectAdminLocation(db: Db | Tx, locationId: LocationId) {
  return selectFromLocations(db).select(adminColumns).where('locations.id', '=', locationId).executeTakeFirst()
}

/** Keeps a location from being deleted until the transaction ends. Returns false for an unknown location. */
export async function keepLocation(tx: Tx, locationId: LocationId): Promise<boolean> {
  const row = await tx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', locationId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a location before an edit or its deletion. Undefined for an unknown location. */
export function lockLocation(tx: Tx, locationId: LocationId) {
  return tx
    .selectFrom('locations')
    .select([
      'name',
      'address',
      'postal_code as postalCode',
      'city',
      'country',
      'time_zone as timeZone',
      'travel_text as travelText',
      'image_id as imageId',
      'version',
    ])
    .where('id', '=', locationId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertLocation(tx: Tx, location: NewLocation): Promise<LocationId> {
  const { id } = await tx.insertInto('locations').values(rowOf(location)).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Replaces the fields of a locked location and raises the version. */
export async function updateLocation(tx: Tx, locationId: LocationId, location: NewLocation): Promise<void> {
  await tx
    .updateTable('locations')
    .set({ ...rowOf(location), version: sql<number>`version + 1` })
    .where('id', '=', locationId)
    .execute()
}

export async function deleteLocationRow(tx: Tx, locationId: LocationId): Promise<void> {
  await tx.deleteFrom('locations').where('id', '=', locationId).execute()
}

/** Counts the shows at a location, and the seating plans that draw it. */
export async function selectLocationUses(tx: Tx, locationId: LocationId): Promise<{ shows: number; plans: number }> {
  return tx.selectFrom('locations').select(usesOfLocation).where('id', '=', locationId).executeTakeFirstOrThrow()
}

const UNKNOWN_ZONE = '22023'

/** Tells whether PostgreSQL knows a time zone. Its list of zones may differ from that of Node. */
export async function isZoneInDatabase(db: Db, timeZone: string): Promise<boolean> {
  try {
    await sql`select shop_now() at time zone ${timeZone}::text`.execute(db)
    return true
  } catch (error) {
    if (sqlStateOf(error) === UNKNOWN_ZONE) return false
    throw error
  }
}

function rowOf({ name, address, postalCode, city, country, timeZone, travelText, imageId }: NewLocation) {
  return {
    name,
    address,
    postal_code: postalCode,
    city,
    country,
    time_zone: timeZone,
    travel_text: travelText || null,
    image_id: imageId ?? null,
  }
}
