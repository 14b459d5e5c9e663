import type { Db } from '../db/connection.ts'
import { forgetFuturePeriods } from '../db/jobs.sql.ts'

const LOOK_EACH_MS = 10_000
/** Clocks that are kept right are never set by more. */
const LEAST_JUMP_MS = 30_000

type Watch = { signal: AbortSignal; restart: () => void; onError: (error: unknown) => void }

/**
 * Keeps periodic jobs going although clocks are wrong: forgets times that a server whose clock was ahead has noted for
 * all servers, and calls `restart` after the clock of this server was set, because its schedule waits for a time by the
 * former clock.
 */
export function watchPeriods(db: Db, { signal, restart, onError }: Watch): void {
  const readOffset = () => Date.now() - performance.now()
  let offset = readOffset()
  const look = () => {
    const before = offset
    offset = readOffset()
    if (Math.abs(offset - before) >= LEAST_JUMP_MS) restart()
    forgetFuturePeriods(db).catch(onError)
  }
  look()
  const timer = setInterval(look, LOOK_EACH_MS)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}
