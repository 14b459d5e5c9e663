import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const LOOK_EVERY_MS = 10_000
/** The event loop is calm below this share of the time. */
const CALM_SHARE = 0.1
/** The event loop is half calm below this share, such as while the mails of a rush are sent for minutes. */
const HALF_CALM_SHARE = 0.3
/** The shortest time between collections of a half calm process: every second look, because requests wait for them. */
const HALF_CALM_PAUSE_MS = 1.5 * LOOK_EVERY_MS
/** The growth since the last collection that is worth another one. */
const WORTHWHILE_BYTES = 32 * 2 ** 20

type Options = {
  lookEveryMs?: number
  collect?: () => Promise<unknown>
}

/**
 * Returns the memory that a start or a rush has left unused to the system. V8 would keep it until it collects garbage
 * again, which an idle server has no reason to do. Returns a function that ends this.
 */
export function returnSpareMemory({ lookEveryMs = LOOK_EVERY_MS, collect = collectGarbage }: Options = {}): () => void {
  let start = performance.eventLoopUtilization()
  let neededBytes = 0
  let collectedAt = -Infinity
  async function look(): Promise<void> {
    const { utilization: busyShare } = performance.eventLoopUtilization(start)
    start = performance.eventLoopUtilization()
    const [grownBytes, sinceMs] = [heapBytes() - neededBytes, performance.now() - collectedAt]
    if (!isTimeToCollect({ busyShare, grownBytes, sinceMs })) return
    await collect()
    neededBytes = heapBytes()
    collectedAt = performance.now()
  }
  const timer = setInterval(() => void look().catch(() => clearInterval(timer)), lookEveryMs).unref()
  return () => clearInterval(timer)
}

/** The state of a process: how busy its event loop is, and what happened since the last collection. */
type ProcessState = { busyShare: number; grownBytes: number; sinceMs: number }

/**
 * Tells whether a collection is worth its costs: it stops the process for about a tenth of a second, in which requests
 * wait. So a calm process collects, a half calm one seldom, and a busy one not at all.
 */
export function isTimeToCollect({ busyShare, grownBytes, sinceMs }: ProcessState): boolean {
  if (grownBytes < WORTHWHILE_BYTES) return false
  return busyShare <= CALM_SHARE || (busyShare <= HALF_CALM_SHARE && sinceMs >= HALF_CALM_PAUSE_MS)
}

const heapBytes = () => getHeapStatistics().total_physical_size

/** Collects all garbage and frees the pages that were kept for more. */
async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
