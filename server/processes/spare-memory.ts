import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const LOOK_EVERY_MS = 10_000
/** The event loop is calm below this share of the time. */
const CALM_SHARE = 0.1
/** The growth since the last collection that is worth another one. */
const WORTHWHILE_BYTES = 32 * 2 ** 20

type Options = {
  lookEveryMs?: number
  collect?: () => Promise<unknown>
}

/**
 * Returns the memory that a start or a rush has left unused to the system. V8 would keep it until it collects garbage
 * again, which an idle server has no reason to do. Waits until the event loop is calm, because a collection stops the
 * process for about a tenth of a second. Returns a function that ends this.
 */
export function returnSpareMemory({ lookEveryMs = LOOK_EVERY_MS, collect = collectGarbage }: Options = {}): () => void {
  let start = performance.eventLoopUtilization()
  let needed = 0
  async function look(): Promise<void> {
    const { utilization } = performance.eventLoopUtilization(start)
    start = performance.eventLoopUtilization()
    if (utilization > CALM_SHARE || heapBytes() - needed < WORTHWHILE_BYTES) return
    await collect()
    needed = heapBytes()
  }
  const timer = setInterval(() => void look().catch(() => clearInterval(timer)), lookEveryMs).unref()
  return () => clearInterval(timer)
}

const heapBytes = () => getHeapStatistics().total_physical_size

/** Collects all garbage and frees the pages that were kept for more. */
async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
