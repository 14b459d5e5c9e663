export type Measurement = { name: string; perSecond: number; medianMs: number; p95Ms: number; p99Ms: number }

/**
 * Runs `work` a number of times with a concurrency. `work` receives its index, and the number of its worker, which runs
 * one at a time.
 */
export async function measure(
  name: string,
  { times, atOnce }: { times: number; atOnce: number },
  work: (index: number, worker: number) => Promise<unknown>,
): Promise<Measurement> {
  const latencies: number[] = []
  let next = 0
  async function run(worker: number): Promise<void> {
    while (next < times) {
      const index = next
      next += 1
      const started = performance.now()
      await work(index, worker)
      latencies.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => run(worker)))
  const seconds = (performance.now() - started) / 1000
  return {
    name,
    perSecond: times / seconds,
    medianMs: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    p99Ms: percentile(latencies, 0.99),
  }
}

/** Returns the value below which a share of the values lies, such as 0.99 of them; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0
}
