import { setTimeout as wait } from 'node:timers/promises'
import { givenShow } from '#server/testing/test-data.ts'
import { openBuyers } from '../shared/buyer.ts'
import { percentile } from '../shared/measure.ts'
import { readMemory } from '../shared/resident-memory.ts'
import type { ShopProcesses } from '../shared/shop-processes.ts'
import { StreamLine } from './stream-line.ts'

const OPENING_AT_ONCE = 50
const ADDRESSES = 250
const BUYERS = 8
const SEATS = 1_000
const RESERVATIONS_A_SECOND = 50
/** Long enough for the server to return spare memory. */
const QUIET_MS = 20_000
const HEARD_WITHIN_MS = 15_000

/** `heard`: milliseconds from the answer to a reservation until the last stream told its seat. */
type StreamMeasurement = {
  streams: number
  reservedPerSecond: number
  heard: { medianMs: number; p99Ms: number }
  /** Reserved seats that not all streams told in time. */
  missed: number
  kbPerStream: number
  bytesPerReservation: number
}

/** The streams that told a seat, and when the last of them did. */
type Hearing = { streams: number; lastAt: number }

/**
 * Measures streams of one show at addresses of their own, while customers reserve its seats at a fixed rate. Their
 * memory is what the server takes more than after as many other requests.
 */
export async function measureStreams(
  { db, ports, pids, secret }: ShopProcesses,
  streams: number,
): Promise<StreamMeasurement> {
  const [port = 0] = ports
  const [pid = 0] = pids
  const { showId, seatIds } = await givenShow(db, { seats: SEATS })
  const buyers = await openBuyers({ db, secret, ports: [port] }, { count: BUYERS, network: 30 })
  // A new process grows with its first thousands of requests, whatever they ask for.
  await Promise.all(
    buyers.map(async ({ line }) => {
      for (let nth = 0; nth < streams / BUYERS; nth += 1) await line.send(`GET /api/v1/eventshows/${showId} HTTP/1.1`)
    }),
  )
  await wait(QUIET_MS)
  const hearings = new Map<number, Hearing>()
  const lines: StreamLine[] = []
  const before = readMemory(pid).mb
  while (lines.length < streams) {
    const count = Math.min(OPENING_AT_ONCE, streams - lines.length)
    const opening = Array.from({ length: count }, (_, nth) =>
      StreamLine.open({ port, from: addressOf(lines.length + nth), showId }, (states) => {
        const lastAt = performance.now()
        for (const [placeId] of states) {
          hearings.set(placeId, { streams: (hearings.get(placeId)?.streams ?? 0) + 1, lastAt })
        }
      }),
    )
    lines.push(...(await Promise.all(opening)))
  }
  await wait(QUIET_MS)
  const kbPerStream = ((readMemory(pid).mb - before) * 1_000) / streams
  hearings.clear()
  const bytesBefore = bytesOf(lines)

  const answeredAt = new Map<number, number>()
  const unsold: number[] = [...seatIds]
  const startedAt = performance.now()
  await Promise.all(
    buyers.map(async ({ authorization, line }) => {
      for (let turn = 1, seat = unsold.pop(); seat !== undefined; turn += 1, seat = unsold.pop()) {
        const body = JSON.stringify({ eventShowId: showId, seatingPlanPlaceIds: [seat] })
        const { status } = await line.send(`POST /api/v1/tickets HTTP/1.1\r\nauthorization: ${authorization}`, body)
        if (status === 201) answeredAt.set(seat, performance.now())
        await wait(Math.max(0, startedAt + (turn * BUYERS * 1_000) / RESERVATIONS_A_SECOND - performance.now()))
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const isHeard = (seat: number) => hearings.get(seat)?.streams === streams
  const until = performance.now() + HEARD_WITHIN_MS
  while (performance.now() < until && ![...answeredAt.keys()].every(isHeard)) await wait(100)

  const delays = [...answeredAt].map(([seat, at]) =>
    isHeard(seat) ? Math.max(0, (hearings.get(seat)?.lastAt ?? Infinity) - at) : Infinity,
  )
  for (const line of [...lines, ...buyers.map((buyer) => buyer.line)]) line.close()
  return {
    streams,
    reservedPerSecond: answeredAt.size / seconds,
    heard: { medianMs: percentile(delays, 0.5), p99Ms: percentile(delays, 0.99) },
    missed: delays.filter((delay) => delay === Infinity).length,
    kbPerStream,
    bytesPerReservation: (bytesOf(lines) - bytesBefore) / streams / answeredAt.size,
  }
}

function addressOf(index: number): string {
  return `127.0.${40 + Math.floor(index / ADDRESSES)}.${1 + (index % ADDRESSES)}`
}

function bytesOf(lines: readonly StreamLine[]): number {
  return lines.reduce((sum, { bytes }) => sum + bytes, 0)
}
