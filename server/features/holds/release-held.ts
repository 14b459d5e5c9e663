import type { TicketId, UserId } from '#domain/ids.ts'
import { placesText } from '#domain/places.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockStanding, vacateStanding } from '#server/features/tickets/standing.sql.ts'
import { deleteHeld, selectHeld } from './holds.sql.ts'

/** Releases held places. Skips tickets that are sold, released or run out meanwhile. Logs one entry for each hold. */
export async function releaseHeld(db: Db, { by, ticketIds }: { by: UserId; ticketIds: readonly TicketId[] }) {
  await inTransaction(db, async (tx) => {
    const held = await selectHeld(tx, ticketIds)
    const standing = held.filter(({ placeType }) => placeType === 'STANDING')
    for (const place of new Map(standing.map((one) => [`${one.showId} ${one.placeId}`, one])).values()) {
      await lockStanding(tx, place)
    }
    const freed = new Set<TicketId>()
    for (const { id, placeType, ...place } of await deleteHeld(tx, ticketIds)) {
      freed.add(id)
      if (placeType === 'STANDING') await vacateStanding(tx, place)
    }
    const released = held.filter(({ id }) => freed.has(id))
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
