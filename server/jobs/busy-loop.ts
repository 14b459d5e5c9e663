import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const SAMPLE_MS = 500
const BUSY_SHARE = 0.4

/**
 * Returns a function that tells for how long the event loop has been busy, mostly with requests: the milliseconds since
 * a call noticed it first, at least 1, or 0 while it is calm.
 */
export function busyLoopMeter({ sampleMs = SAMPLE_MS } = {}): () => number {
  let start = performance.eventLoopUtilization()
  let startedAt = performance.now()
  let busySince: number | undefined
  return () => {
    const now = performance.now()
    if (now - startedAt >= sampleMs) {
      const isBusy = performance.eventLoopUtilization(start).utilization > BUSY_SHARE
      busySince = isBusy ? (busySince ?? now) : undefined
      start = performance.eventLoopUtilization()
      startedAt = now
    }
    return busySince === undefined ? 0 : Math.max(1, now - busySince)
  }
}

const LOOK_AGAIN_MS = 500

/** Waits until the event loop is no longer busy, `atMostMs` at most, or until the signal. */
export async function untilCalm(busyMs: () => number, atMostMs: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + atMostMs
  while (busyMs() > 0 && performance.now() < end && !signal.aborted) {
    await wait(LOOK_AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined)
  }
}
