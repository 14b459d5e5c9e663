import { DEVICE_HOURS_AFTER_SHOW } from '#domain/entry/entry.ts'
import type { EntryDeviceId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { revokeDevice as updateRevoked, selectIsDevice } from './devices.sql.ts'
import { selectPairedShows } from './entry-shows.sql.ts'

/**
 * Revokes a scanner: its next request is refused, and scans that are being stored are waited for. Throws `not_found`
 * for an unknown one. Revoking it again changes nothing.
 */
export function revokeDevice(db: Db, { by, deviceId }: { by: UserId; deviceId: EntryDeviceId }): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await selectIsDevice(tx, deviceId))) throw problem('not_found', { what: 'scanner' })
    const revoked = await updateRevoked(tx, deviceId)
    if (!revoked) return
    for (const show of await selectPairedShows(tx, revoked.showIds, DEVICE_HOURS_AFTER_SHOW)) {
      await logChange(tx, {
        ...{ by, action: 'EDITED', record: { kind: 'SHOW', id: show.id, name: showNameOf(show) } },
        changes: [{ field: 'device', from: revoked.name, to: null }],
      })
    }
  })
}
