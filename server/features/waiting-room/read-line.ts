import type { LineState } from '#contract/waiting-room.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { AUTOMATIC_RATE, rateOf, type Room } from '#domain/waiting-room.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import type { ShowOfRoom } from './advance-line.ts'
import { readPlacesLeft } from './read-places-left.ts'
import { selectRoom, selectShowOfRoom } from './waiting-room.sql.ts'

/** Reads the state of the line of a show, which is the same for all who wait. */
export async function readLine(db: Db, showId: ShowId): Promise<LineState> {
  const [found, room, placesLeft] = await Promise.all([
    selectShowOfRoom(db, showId),
    selectRoom(db, showId),
    readPlacesLeft(db, showId),
  ])
  const show = await stillThere(db, { kind: 'SHOW', id: showId }, found)
  if (!show.isPublished) throw problem('not_found', { what: 'show' })
  return { ...lineOf(room, show), placesLeft }
}

export type Line = Omit<LineState, 'placesLeft'>

/** Describes a waiting room to those who wait. Undefined for a show that had no visitor yet. */
export function lineOf(room: Room | undefined, show: Pick<ShowOfRoom, 'needsPass'>): Line {
  return {
    isOpen: show.needsPass,
    lastNumber: room?.lastNumber ?? 0,
    admittedNumber: room?.admittedNumber ?? 0,
    lotSize: room?.lotSize ?? 0,
    peopleAMinute: Math.max(1, Math.round(room ? rateOf(room) : AUTOMATIC_RATE)),
    isPaused: room?.isPaused ?? false,
  }
}
