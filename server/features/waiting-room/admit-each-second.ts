import { setTimeout as wait } from 'node:timers/promises'
import type { ShowId } from '#domain/ids.ts'
import { adaptRate, type Load } from '#domain/waiting-room.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { advanceLine, dissolveLine, drawLot } from './advance-line.ts'
import { readPlacesLeft } from './read-places-left.ts'
import { lockFreeRoom, selectShowOfRoom, selectShowsWithLine } from './waiting-room.sql.ts'

const INTERVAL_MS = 1_000

/**
 * Admits people to all shows with a line, each second until `stop`. Every server does: the room is locked, and the time
 * since the last admission decides how many come in, whichever server it is. `takeRefusals` counts the requests that
 * this server refused in an overload since its last call.
 */
export function admitEachSecond(db: Db, takeRefusals: () => number): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = (async () => {
    let tookMs = 0
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      // The next second tries again.
      const slowest = admitToAll(db, { tookMs, refusals: takeRefusals() })
      tookMs = await slowest.catch(() => performance.now() - startedAt)
      await wait(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** Admits people to all shows with a line. Returns how long the slowest admission took, in milliseconds. */
async function admitToAll(db: Db, load: Load): Promise<number> {
  let slowestMs = 0
  for (const showId of await selectShowsWithLine(db)) {
    const startedAt = performance.now()
    await admitTo(db, showId, load)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  return slowestMs
}

/** Admits people to a show, and adapts the automatic rate to the load of this server. Closes the line when sold out. */
export async function admitTo(db: Db, showId: ShowId, load: Load): Promise<void> {
  const placesLeft = await readPlacesLeft(db, showId)
  await inTransaction(db, async (tx) => {
    const room = await lockFreeRoom(tx, showId)
    if (!room) return
    if (placesLeft === 'NONE') return dissolveLine(tx, showId, room)
    const show = await selectShowOfRoom(tx, showId)
    if (!show) return
    const drawn = await drawLot(tx, showId, { room, show })
    await advanceLine(tx, showId, {
      show,
      room: { ...drawn, automaticRate: adaptRate(room.automaticRate, load) },
    })
  })
}
