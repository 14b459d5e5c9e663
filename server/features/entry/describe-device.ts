import type { EntryDevice, EntryShow } from '#contract/entry.ts'
import type { Db } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import type { Device } from '#server/http/serve.ts'
import { selectEntryShows } from './entry-shows.sql.ts'

/** Describes a scanner to itself, with its shows and the current time. */
export async function describeDevice(db: Db, device: Device): Promise<EntryDevice> {
  const { deviceId: id, name, gate, direction, isSupervisor, expiresAt } = device
  const shows: EntryShow[] = await selectEntryShows(db, device.showIds)
  return { id, name, gate, direction, isSupervisor, shows, expiresAt, now: await selectNow(db) }
}
