import { performance } from 'node:perf_hooks'

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
