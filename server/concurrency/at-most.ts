import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits until the work has ended, but no longer than `ms` milliseconds. The work may go on. Keeps the process alive
 * meanwhile: Node ends when no timer or socket is left.
 */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController()
  const limit = wait(ms, undefined, { signal: ended.signal }).catch(() => undefined)
  try {
    await Promise.race([work, limit])
  } finally {
    ended.abort()
  }
}
