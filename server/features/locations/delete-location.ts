import type { LocationId, UserId } from '#domain/ids.ts'
import { counted } from '#domain/number-text.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteLocationRow, lockLocation, selectLocationUses } from './locations.sql.ts'

/**
 * Deletes a location without shows and seating plans. Throws `in_use` for one with any. Does nothing if the location
 * is gone already.
 */
export function deleteLocation(db: Db, by: UserId, id: LocationId): Promise<void> {
  return inTransaction(db, async (tx) => {
    const location = await lockLocation(tx, id)
    if (!location) return
    const { shows, plans } = await selectLocationUses(tx, id)
    const uses = [
      ...(shows > 0 ? [counted(shows, 'show', 'shows')] : []),
      ...(plans > 0 ? [counted(plans, 'seating plan', 'seating plans')] : []),
    ]
    if (uses.length > 0) throw problem('in_use', { what: 'location', uses: uses.join(' and ') })
    await deleteLocationRow(tx, id)
    await logChange(tx, { by, action: 'DELETED', record: { kind: 'LOCATION', id, name: location.name } })
  })
}
