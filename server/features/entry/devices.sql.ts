import { type ExpressionBuilder, sql } from 'kysely'
import type { EntryDeviceId, GateId, ShowId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import type { Schema } from '#server/db/schema.ts'

const CONTACT_SECONDS = 15
/** The name of door lists among the scanners of a show. */
const DOOR_LIST = 'Door list'

/** The end of a device's access: hours after the end of its last show. */
const expiresAfter = (hours: number) => sql<Date>`(
  select max(ends_at) + make_interval(hours => ${hours})
  from event_shows where id = any(entry_devices.show_ids))`

/** Selects a device with its gate, null for none. */
const gateOf = (row: ExpressionBuilder<Schema, 'entry_devices'>) =>
  sql<{ id: GateId; name: string } | null>`(
    select json_build_object('id', gates.id, 'name', gates.name) from gates where gates.id = ${row.ref('entry_devices.gate_id')})`

/**
 * Reads the device of a token. Undefined if there is none, if it was revoked, or if its last show ended `hours` ago.
 */
export function selectWorkingDevice(db: Db, { tokenHash, hours }: { tokenHash: Buffer; hours: number }) {
  const expiresAt = expiresAfter(hours)
  return db
    .selectFrom('entry_devices')
    .select((row) => [
      'entry_devices.id as deviceId',
      'entry_devices.name',
      gateOf(row).as('gate'),
      'entry_devices.direction',
      'entry_devices.is_supervisor as isSupervisor',
      'entry_devices.show_ids as showIds',
      'entry_devices.paired_at as pairedAt',
      expiresAt.as('expiresAt'),
      sql<boolean>`last_seen_at < ${now} - make_interval(secs => ${CONTACT_SECONDS})`.as('isContactOutdated'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where(expiresAt, '>', now)
    .executeTakeFirst()
}

/** Notes the contact of a device. */
export async function updateLastSeen(db: Db, deviceId: EntryDeviceId): Promise<void> {
  await db.updateTable('entry_devices').set({ last_seen_at: now }).where('id', '=', deviceId).execute()
}

/** Notes how far the clock of a phone is behind that of the shop, in milliseconds. */
export async function updateClockOffset(db: Db, deviceId: EntryDeviceId, clockOffsetMs: number): Promise<void> {
  await db
    .updateTable('entry_devices')
    .set({ clock_offset_ms: clockOffsetMs })
    .where('id', '=', deviceId)
    .where('clock_offset_ms', 'is distinct from', clockOffsetMs)
    .execute()
}

/** Revokes a device, and returns its name and shows. Undefined if there is none, or if it was revoked before. */
export function revokeDevice(
  tx: Tx,
  deviceId: EntryDeviceId,
): Promise<{ name: string; showIds: ShowId[] } | undefined> {
  return tx
    .updateTable('entry_devices')
    .set({ revoked_at: now })
    .where('id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .returning(['name', 'show_ids as showIds'])
    .executeTakeFirst()
}

/** Revokes the devices that a user paired, after a lock of the user's row. */
export async function revokeDevicesOf(tx: Tx, userId: UserId): Promise<void> {
  await tx
    .updateTable('entry_devices')
    .set({ revoked_at: now })
    .where('paired_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Tells whether a device was ever paired. */
export async function selectIsDevice(tx: Tx, deviceId: EntryDeviceId): Promise<boolean> {
  const row = await tx.selectFrom('entry_devices').select('id').where('id', '=', deviceId).executeTakeFirst()
  return row !== undefined
}

/** Locks a show so that its door lists are inserted one after the other. Returns its names; undefined without one. */
export function lockDoorShow(tx: Tx, showId: ShowId): Promise<{ name: string; eventTitle: string } | undefined> {
  return tx
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .select(['event_shows.name', 'events.title as eventTitle'])
    .where('event_shows.id', '=', showId)
    .forNoKeyUpdate('event_shows')
    .executeTakeFirst()
}

/** Returns the door list by which a member of staff admits to a show, and inserts it before the first admission. */
export async function insertDoorList(tx: Tx, { showId, by }: { showId: ShowId; by: UserId }): Promise<EntryDeviceId> {
  const known = await tx
    .selectFrom('entry_devices')
    .select('id')
    .where('token_hash', 'is', null)
    .where('revoked_at', 'is', null)
    .where('paired_by', '=', by)
    .where(sql<boolean>`show_ids = array[${showId}::int]`)
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await tx
    .insertInto('entry_devices')
    .values({
      ...{ name: DOOR_LIST, gate_id: null, direction: 'IN', is_supervisor: false, token_hash: null },
      ...{ show_ids: [showId], paired_by: by },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
