import type { TicketId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockStanding, vacateStanding } from '#server/features/tickets/standing.sql.ts'
import { deleteHeld, type selectHeld } from './holds.sql.ts'

type Held = Awaited<ReturnType<typeof selectHeld>>

/** Frees held places. Returns those that were still held: the others are sold, released or run out meanwhile. */
export async function freeHeld(tx: Tx, held: Held): Promise<Held> {
  const standing = held.filter(({ placeType }) => placeType === 'STANDING')
  for (const place of new Map(standing.map((one) => [`${one.showId} ${one.placeId}`, one])).values()) {
    await lockStanding(tx, place)
  }
  const freed = new Set<TicketId>()
  const ids = held.map(({ id }) => id)
  for (const { id, placeType, ...place } of await deleteHeld(tx, ids)) {
    freed.add(id)
    if (placeType === 'STANDING') await vacateStanding(tx, place)
  }
  return held.filter(({ id }) => freed.has(id))
}
