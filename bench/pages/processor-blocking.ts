import type { RunnerResult } from 'lighthouse'

/** By how much Lighthouse takes the processor of a phone to be slower. */
const SLOWDOWN = 4
/** The part of a task that does not count as blocking. */
const SHORT_MS = 50

/** `tdur`: the processor time of a task, in microseconds. */
type TraceEvent = RunnerResult['artifacts']['Trace']['traceEvents'][number] & { tdur?: number }

/**
 * Computes the blocking time of a visit from the processor time of its tasks. Unlike Lighthouse's own figure, it leaves
 * out the time for which a task waited for a processor that other processes had.
 */
export function processorBlockingMs(events: readonly TraceEvent[], url: string): number {
  const start = events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url)
  if (!start) throw new Error(`The recording contains no visit of ${url}.`)
  const after = events.filter(({ pid, ts }) => pid === start.pid && ts > start.ts)
  const painted = after.find(({ name }) => name === 'firstContentfulPaint')
  return after
    .filter(({ name, tid, ts }) => name.endsWith('RunTask') && tid === start.tid && ts > (painted?.ts ?? 0))
    .map(({ tdur = 0 }) => (tdur / 1000) * SLOWDOWN - SHORT_MS)
    .reduce((sum, blocking) => sum + Math.max(0, blocking), 0)
}
