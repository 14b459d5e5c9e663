import { messages } from '#contract/fields.ts'
import type { AdminLocation, ChangedLocation, NewLocation } from '#contract/admin-locations.ts'
import { changesBetween } from '#domain/change-log.ts'
import type { LocationId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import {
  countTicketsAtLocation,
  enqueueLocationChangeMails,
  type ShownChange,
} from '#server/features/mail/show-changes/show-changes.sql.ts'
import {
  selectLocationUses,
  insertLocation,
  isZoneInDatabase,
  lockLocation,
  selectAdminLocation,
  updateLocation,
} from './locations.sql.ts'

/** Creates a location. Throws `not_found` for an unknown image. */
export async function createLocation(db: Db, by: UserId, wanted: NewLocation): Promise<AdminLocation> {
  await checkTimeZone(db, wanted)
  return inTransaction(db, async (tx) => {
    await keepImage(tx, wanted)
    const id = await insertLocation(tx, wanted)
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'LOCATION', id, name: wanted.name, version: 1 } })
    return saved(tx, id)
  })
}

type Edit = ChangedLocation & { id: LocationId }

/**
 * Replaces the fields of a location. A new name or address is mailed to every customer with a ticket or a reservation
 * of a coming show there, and must be confirmed if there are any. Throws `changed_meanwhile` if the version is not the
 * current one.
 */
export async function editLocation(db: Db, by: UserId, edit: Edit): Promise<AdminLocation> {
  const { id, version, isConfirmed = false, ...wanted } = edit
  await checkTimeZone(db, wanted)
  return inTransaction(db, async (tx) => {
    await keepImage(tx, wanted)
    const before = await editable(tx, { kind: 'LOCATION', id }, await lockLocation(tx, id), version)
    const changes = changesBetween(before, { imageId: null, ...wanted, travelText: wanted.travelText || null })
    if (changes.length === 0) return saved(tx, id)
    // Another zone would move all of its shows by hours.
    if (wanted.timeZone !== before.timeZone && (await selectLocationUses(tx, id)).shows > 0) {
      throw problem('invalid_fields', { fields: [{ field: 'timeZone', message: messages.zoneOfShows }] })
    }
    const told = listLocationChanges(before, wanted)
    const concerned = await countTicketsAtLocation(tx, id)
    if (told.length > 0 && concerned.customers + concerned.unreachable > 0 && !isConfirmed) {
      throw problem('change_needs_confirmation', concerned)
    }
    await updateLocation(tx, id, wanted)
    if (told.length > 0) await enqueueLocationChangeMails(tx, id, told)
    const record = { kind: 'LOCATION', id, name: wanted.name, version: version + 1 } as const
    await logChange(tx, { by, action: 'EDITED', record, changes })
    return saved(tx, id)
  })
}

type Place = Pick<NewLocation, 'name' | 'address' | 'postalCode' | 'city' | 'country'>

/** Lists what customers with tickets are told of: a new name, a new address. */
function listLocationChanges(before: Place, after: Place): ShownChange[] {
  return [
    { what: 'Venue', from: before.name, to: after.name },
    { what: 'Address', from: addressText(before), to: addressText(after) },
  ].filter(({ from, to }) => from !== to)
}

const addressText = ({ address, postalCode, city, country }: Place) => `${address}, ${postalCode} ${city}, ${country}`

async function checkTimeZone(db: Db, { timeZone }: NewLocation): Promise<void> {
  if (await isZoneInDatabase(db, timeZone)) return
  throw problem('invalid_fields', { fields: [{ field: 'timeZone', message: messages.timeZone }] })
}

async function keepImage(tx: Tx, { imageId }: NewLocation): Promise<void> {
  if (imageId && !(await lockImage(tx, imageId))) throw problem('not_found', { what: 'image' })
}

async function saved(tx: Tx, id: LocationId): Promise<AdminLocation> {
  const location = await selectAdminLocation(tx, id)
  if (!location) throw new Error('The location that was just saved is not there.')
  return location
}
