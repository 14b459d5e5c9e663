import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits until the work has ended, but no longer than `ms` milliseconds. The work may go on. Keeps the process alive
 * meanwhile, which would end at once if nothing else did, as while a stream is never closed.
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
