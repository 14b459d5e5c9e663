import type { ShowId } from '#domain/ids.ts'
import { admitNext, needsPass, PASS_MINUTES, type Room } from '#domain/waiting-room.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  deleteWaitingPlaces,
  drawNumbers,
  insertPasses,
  type selectShowOfRoom,
  updateNeedsPass,
  updateRoom,
} from './waiting-room.sql.ts'

export type ShowOfRoom = NonNullable<Awaited<ReturnType<typeof selectShowOfRoom>>>

/** Tells whether the sale of a show starts later. */
export function isBeforeSale({ saleStartsAt, now }: Pick<ShowOfRoom, 'saleStartsAt' | 'now'>): boolean {
  return saleStartsAt !== null && saleStartsAt > now
}

/** Draws the numbers of those who were there before the start of the sale, once it has started. */
export async function drawLot(tx: Tx, showId: ShowId, { room, show }: { room: Room; show: ShowOfRoom }): Promise<Room> {
  if (room.lotSize === 0 || isBeforeSale(show)) return room
  const drawn = await drawNumbers(tx, showId, room.lastNumber)
  return { ...room, lotSize: 0, lastNumber: room.lastNumber + drawn }
}

/** Admits the people who come next, stores the locked room, and opens or closes it. Returns it as stored. */
export async function advanceLine(
  tx: Tx,
  showId: ShowId,
  { room: before, show }: { room: Room; show: ShowOfRoom },
): Promise<Room> {
  const room = { ...before, ...admitNext(before, show.now) }
  const { admittedNumber: from } = before
  const { admittedNumber: to } = room
  if (to > from) await insertPasses(tx, showId, { from, to, minutes: PASS_MINUTES })
  await updateRoom(tx, showId, room)
  const isNeeded = needsPass(room, show.needsPass)
  if (isNeeded !== show.needsPass) await updateNeedsPass(tx, showId, isNeeded)
  return room
}

/** Closes the locked room of a show without places left, and gives up the places in its line. Passes stay. */
export async function dissolveLine(tx: Tx, showId: ShowId, room: Room): Promise<void> {
  await deleteWaitingPlaces(tx, showId)
  await updateRoom(tx, showId, { ...room, lotSize: 0, admittedNumber: room.lastNumber })
  await updateNeedsPass(tx, showId, false)
}
