import type { WaitingRoom } from '#contract/admin-waiting-room.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { lineOf } from './read-line.ts'
import { countPasses, selectRoom, selectShowOfRoom } from './waiting-room.sql.ts'

/** Reads the settings and figures of the waiting room of a show. Throws `deleted` or `not_found`. */
export async function readWaitingRoom(db: Db | Tx, showId: ShowId): Promise<WaitingRoom> {
  const [found, room, passes] = await Promise.all([
    selectShowOfRoom(db, showId),
    selectRoom(db, showId),
    countPasses(db, showId),
  ])
  const show = await stillThere(db, { kind: 'SHOW', id: showId }, found)
  const { isOpen, lotSize, lastNumber, admittedNumber, isPaused, peopleAMinute: presentRate } = lineOf(room, show)
  return {
    ...{ mode: room?.mode ?? 'AUTOMATIC', peopleAMinute: room?.peopleAMinute ?? null, isPaused },
    ...{ isOpen, lotSize, passes, presentRate, waiting: lastNumber - admittedNumber },
    version: room?.version ?? 1,
  }
}
