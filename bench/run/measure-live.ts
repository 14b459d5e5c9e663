import { setTimeout as rest } from 'node:timers/promises'
import { givenShow } from '#server/testing/test-data.ts'
import { watch, type Watcher } from '#server/testing/watch.ts'
import { type Bench, givenToken } from '../shared/fresh-shop.ts'
import { percentile } from '../shared/measure.ts'

const WATCHERS = 2_000
const CONNECTING_AT_ONCE = 100
const SALES = 20
const REST_MS = 300

export type LiveMeasurement = { name: string; medianMs: number; slowestMs: number }

/** Measures the delay from a confirmed reservation until one page and until 2,000 pages in this process know of it. */
export async function measureLive(bench: Bench): Promise<LiveMeasurement[]> {
  const url = `${await bench.app.listen({ port: 0 })}/api/v1`
  const { showId, seatIds } = await givenShow(bench.db, { seats: 2 * SALES })
  const authorization = `Bearer ${await givenToken(bench)}`
  const watchers = [await watch(url, showId)]

  async function sell(seat: number): Promise<number> {
    const payload = { eventShowId: showId, seatingPlanPlaceIds: [seat] }
    await bench.app.inject({ method: 'POST', url: '/api/v1/tickets', headers: { authorization }, payload })
    const sold = performance.now()
    await Promise.all(watchers.map((watcher) => watcher.knows(seat, 1)))
    return performance.now() - sold
  }

  const byOne = await measureDelays('one page', seatIds.slice(0, SALES), sell)
  while (watchers.length < WATCHERS) {
    const count = Math.min(CONNECTING_AT_ONCE, WATCHERS - watchers.length)
    const more = Array.from({ length: count }, (): Promise<Watcher> => watch(url, showId))
    watchers.push(...(await Promise.all(more)))
  }
  const byAll = await measureDelays(`${watchers.length} pages`, seatIds.slice(SALES), sell)
  for (const watcher of watchers) watcher.leave()
  return [byOne, byAll]
}

async function measureDelays(name: string, seats: readonly number[], sell: (seat: number) => Promise<number>) {
  const durations: number[] = []
  for (const seat of seats) {
    durations.push(await sell(seat))
    await rest(REST_MS)
  }
  return { name, medianMs: percentile(durations, 0.5), slowestMs: Math.max(...durations) }
}
