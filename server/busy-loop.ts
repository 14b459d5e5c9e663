import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const SAMPLE_MS = 500
const BUSY_SHARE = 0.4

/** Returns a function that tells whether the event loop was busy lately, mostly with requests. */
export function busyLoopMeter({ sampleMs = SAMPLE_MS } = {}): () => boolean {
  let start = performance.eventLoopUtilization()
  let startedAt = performance.now()
  let isBusy = false
  return () => {
    if (performance.now() - startedAt >= sampleMs) {
      isBusy = performance.eventLoopUtilization(start).utilization > BUSY_SHARE
      start = performance.eventLoopUtilization()
      startedAt = performance.now()
    }
    return isBusy
  }
}

const LOOK_AGAIN_MS = 500

/** Waits until the event loop is no longer busy, `atMostMs` at most, or until the signal. */
export async function untilCalm(isBusy: () => boolean, atMostMs: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + atMostMs
  while (isBusy() && performance.now() < end && !signal.aborted) {
    await wait(LOOK_AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined)
  }
}
