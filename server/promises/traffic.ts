import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#server/demo/random.ts'
import type { Show } from '#server/testing/test-data.ts'
import { type Buyer, toOrder, toReserve } from './buyers.ts'
import type { Answer } from './http-client.ts'

// The specification's client: two retries of calls that only read, with a backoff, honouring Retry-After.
const RETRIES = 2
const RETRIED = [408, 413, 429, 500, 502, 503, 504]
const BACKOFF_MS = 300

/** A request and its answer. The status 0 means a broken connection or no answer in time, with the `error`. */
type Exchange = { status: number; ms: number; retryAfter: string | null; error?: string }

/** A customer's way to a ticket. */
type Trip = { isBought: boolean; ms: number }

/** Traffic of some time: its requests, and the customers' ways to a ticket. */
export type Traffic = { exchanges: Exchange[]; trips: Trip[] }

export const noTraffic = (): Traffic => ({ exchanges: [], trips: [] })

type Visit = { urls: readonly string[]; show: Show; random: Random; traffic: Traffic }

/** Opens a show, reads its free seats, reserves a standing place and orders it. Gives up when an order is refused. */
export async function visit(buyer: Buyer, { urls, show, random, traffic }: Visit): Promise<void> {
  const startedAt = performance.now()
  const send = (method: string, path: string, body?: object) =>
    callLikeAPage(() => buyer.send(random.pick(urls), method, path, body ? { body } : {}), method, traffic)
  const state = `/tickets/reservations?seatingPlanId=${show.seatingPlanId}&eventShowId=${show.showId}`
  let isBought = false
  const isShown = (await send('GET', `/eventshows/${show.showId}`)).status === 200
  if (isShown && (await send('GET', state)).status === 200) {
    const wanted = toReserve(show.showId, [show.standingPlaceId])
    const reserved = await send('POST', wanted.path, wanted.body)
    if (reserved.status === 201) {
      const order = toOrder([JSON.parse(reserved.body).elements[0].id])
      isBought = (await send('POST', order.path, order.body)).status === 201
    }
  }
  traffic.trips.push({ isBought, ms: performance.now() - startedAt })
}

async function callLikeAPage(send: () => Promise<Answer>, method: string, { exchanges }: Traffic): Promise<Answer> {
  for (let retry = 1; ; retry += 1) {
    const startedAt = performance.now()
    const nothing = { status: 0, body: '', problem: undefined, retryAfter: null }
    const answer: Answer & { error?: string } = await send().catch((error: unknown) => ({
      ...nothing,
      error: String(error),
    }))
    const { status, retryAfter, error } = answer
    exchanges.push({ status, ms: performance.now() - startedAt, retryAfter, ...(error !== undefined && { error }) })
    if (method !== 'GET' || retry > RETRIES || !RETRIED.includes(status)) return answer
    await wait(retryAfter === null ? BACKOFF_MS * 2 ** (retry - 1) : Number(retryAfter) * 1_000)
  }
}

/** Lets a number of customers visit one after the other, for a time. Returns their traffic. */
export async function closedLoop(
  buyers: readonly Buyer[],
  forMs: number,
  trip: Omit<Visit, 'traffic'>,
): Promise<Traffic> {
  const traffic = noTraffic()
  const until = performance.now() + forMs
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < until) await visit(buyer, { ...trip, traffic })
    }),
  )
  return traffic
}

/** Lets customers arrive at a rate, however busy the shop is, for a time. Returns their traffic after the last one. */
export async function openLoop(start: (index: number) => Promise<unknown>, perSecond: number, forMs: number) {
  const startedAt = performance.now()
  const running: Promise<unknown>[] = []
  for (;;) {
    const elapsed = performance.now() - startedAt
    const due = Math.floor((Math.min(elapsed, forMs) * perSecond) / 1_000)
    while (running.length < due) running.push(start(running.length))
    if (elapsed >= forMs) break
    await wait(5)
  }
  return { lastAt: performance.now(), settled: Promise.all(running) }
}

/** Returns a percentile of values; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Counts exchanges by status, as in `200: 17, 503: 4`. */
export function statusesOf({ exchanges }: Traffic): string {
  const byStatus = Map.groupBy(exchanges, ({ status }) => status)
  return [...byStatus].map(([status, { length }]) => `${status}: ${length}`).join(', ')
}
