import type { TicketId, UserId } from '#domain/ids.ts'
import { placesText } from '#domain/tickets/places.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { freeHeld } from './free-held.ts'
import { selectHeld } from './holds.sql.ts'

/** Releases held places. Skips tickets that are sold, released or run out meanwhile. Logs one entry for each hold. */
export async function releaseHeld(db: Db, { by, ticketIds }: { by: UserId; ticketIds: readonly TicketId[] }) {
  await inTransaction(db, async (tx) => {
    const released = await freeHeld(tx, await selectHeld(tx, ticketIds))
    for (const [id, places] of Map.groupBy(released, ({ holdId }) => holdId)) {
      await logChange(tx, {
        by,
        action: 'RELEASED',
        record: { kind: 'HOLD', id, name: places[0]?.reason ?? '' },
        changes: [{ field: 'places', from: placesText(places), to: null }],
      })
    }
  })
}
