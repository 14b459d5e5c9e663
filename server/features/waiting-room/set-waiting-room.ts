import type { z } from 'zod/mini'
import type { setWaitingRoom as call, WaitingRoom } from '#contract/admin-waiting-room.ts'
import { changesBetween } from '#domain/change-log.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { burstOf, NEW_ROOM, type Room } from '#domain/waiting-room.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { advanceLine } from './advance-line.ts'
import { readWaitingRoom } from './get-waiting-room.ts'
import { insertRoom, lockRoom, selectShowOfRoom } from './waiting-room.sql.ts'

type Wanted = z.output<typeof call.body> & { showId: ShowId; by: UserId }

/** Sets when a show has a waiting room and how fast it admits. Holds from the next reservation on. */
export function setWaitingRoom(db: Db, { showId, by, ...wanted }: Wanted): Promise<WaitingRoom> {
  return inTransaction(db, async (tx) => {
    if (!(await selectShowOfRoom(tx, showId))) throw problem('not_found', { what: 'show' })
    await insertRoom(tx, showId, NEW_ROOM)
    const room = await lockRoom(tx, showId)
    const show = await selectShowOfRoom(tx, showId)
    if (!room || !show) throw problem('not_found', { what: 'show' })
    if (show.cancelledAt) throw problem('show_cancelled')
    const { mode, peopleAMinute = null, isPaused } = wanted
    const set = { ...room, mode, peopleAMinute, isPaused }
    // A lower rate lowers what a calm time has saved up.
    await advanceLine(tx, showId, { show, room: { ...set, credit: Math.min(room.credit, burstOf(set)) } })
    await logRoom(tx, { by, showId, name: show.name, before: room, after: set })
    return readWaitingRoom(tx, showId)
  })
}

type Logged = { by: UserId; showId: ShowId; name: string; before: Room; after: Room }

async function logRoom(tx: Tx, { by, showId: id, name, before, after }: Logged): Promise<void> {
  const fieldsOf = (room: Room) => ({
    waitingRoom: room.mode,
    peopleAMinute: room.peopleAMinute,
    isAdmissionPaused: room.isPaused,
  })
  const changes = changesBetween(fieldsOf(before), fieldsOf(after))
  if (changes.length > 0) await logChange(tx, { by, action: 'EDITED', record: { kind: 'SHOW', id, name }, changes })
}
