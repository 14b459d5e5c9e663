import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AppContext } from '../context.ts'
import { type CoalescingThrottle, coalescingThrottle } from '../concurrency/coalescing-throttle.ts'
import { handOutboxOver } from '../db/outbox.sql.ts'
import { untilCalm } from './busy-loop.ts'

/** The time in which jobs are gathered before they are handed over together. */
const HAND_OVER_MS = 50
/** While requests keep a server busy, mails stay in the outbox for this long at most. */
export const LONGEST_RUSH_MS = 30_000
const FILL_UP_MS = 1_000

type HandOver = { log: Pick<Logger, 'warn'>; busyMs: () => number; signal: AbortSignal }

/** Hands the outbox over to the job queue on request, after a rush, and as far as there is room for its mails. */
export function outboxHandOver({ db }: Pick<AppContext, 'db'>, { log, busyMs, signal }: HandOver): CoalescingThrottle {
  let areMoreLeft = false
  const handing = coalescingThrottle(async () => {
    if (areMoreLeft) await wait(FILL_UP_MS, undefined, { ref: false, signal }).catch(() => undefined)
    else await untilCalm(busyMs, LONGEST_RUSH_MS, signal)
    areMoreLeft = await handOutboxOver(db).catch((error: unknown) => {
      log.warn(error)
      return areMoreLeft
    })
    if (areMoreLeft) handing.request()
  }, HAND_OVER_MS)
  return handing
}
