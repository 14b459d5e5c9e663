import type { z } from 'zod/mini'
import type { setWaitingRoom as call, WaitingRoom } from '#contract/admin-waiting-room.ts'
import { changesBetween } from '#domain/change-log.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { burstOf, NEW_ROOM, type Room } from '#domain/waiting-room.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { advanceLine } from './advance-line.ts'
import { readWaitingRoom } from './get-waiting-room.ts'
import { insertRoom, lockRoom, raiseVersion, selectShowOfRoom, type VersionedRoom } from './waiting-room.sql.ts'

type Wanted = z.output<typeof call.body> & { showId: ShowId; by: UserId }

/**
 * Sets when a show has a waiting room and how fast it admits. Holds from the next reservation on. Throws
 * `changed_meanwhile` if the settings are based on an older version, `deleted` or `not_found` without a show.
 */
export function setWaitingRoom(db: Db, { showId, by, version, ...wanted }: Wanted): Promise<WaitingRoom> {
  return inTransaction(db, async (tx) => {
    const record = { kind: 'SHOW', id: showId } as const
    await stillThere(tx, record, await selectShowOfRoom(tx, showId))
    await insertRoom(tx, showId, NEW_ROOM)
    const room = await stillThere(tx, record, await lockRoom(tx, showId))
    const show = await stillThere(tx, record, await selectShowOfRoom(tx, showId))
    if (show.cancelledAt) throw problem('show_cancelled')
    const { mode, peopleAMinute = null, isPaused } = wanted
    const set = { ...room, mode, peopleAMinute, isPaused }
    if (version !== undefined && version !== room.version) throw changedMeanwhile(set, room)
    // A lower rate lowers what a calm time has saved up.
    await advanceLine(tx, showId, { show, room: { ...set, credit: Math.min(room.credit, burstOf(set)) } })
    const changes = changesBetween(loggedOf(room), loggedOf(set))
    if (changes.length > 0) {
      await raiseVersion(tx, showId)
      await logChange(tx, { by, action: 'EDITED', record: { ...record, name: show.name }, changes })
    }
    return readWaitingRoom(tx, showId)
  })
}

const loggedOf = (room: Room) => ({
  waitingRoom: room.mode,
  peopleAMinute: room.peopleAMinute,
  isAdmissionPaused: room.isPaused,
})

const SETTINGS = ['mode', 'peopleAMinute', 'isPaused'] as const

/** Names the settings that are now others than those that were sent. */
function changedMeanwhile(sent: Room, present: VersionedRoom) {
  const changed = SETTINGS.filter((field) => sent[field] !== present[field])
  const fields = changed.map((field) => ({ field, message: `Changed meanwhile to: ${String(present[field] ?? '–')}` }))
  return problem('changed_meanwhile', { what: 'waiting room', fields })
}
