import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { COMPACT_STATE } from '#contract/compact-seating/media-types.ts'
import type { PlaceId } from '#domain/ids.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { HttpLine } from '../shared/http-line.ts'
import { readMemory } from '../shared/resident-memory.ts'
import { openBuyers, order, reserve } from '../shared/buyer.ts'
import { enlargePlan } from '../shared/enlarge-plan.sql.ts'
import type { ShopProcesses } from '../shared/shop-processes.ts'

const SEATS = 50_000
const BUYERS = 16
const VISITORS = 48
const VISITOR_PAUSE_MS = 200
/** Long enough for the server to return spare memory. */
const QUIET_MS = 20_000
const LATER_MS = 30_000

/** Resident memory of the server in megabytes: before, directly after and some time after the rush. */
type RushMemory = { idleMb: number; afterMb: number; peakMb: number; quietMb: number; orders: number }

/** Measures the memory of a server while buyers reserve and order seats of a large show and visitors watch it. */
export async function measureRushMemory(
  { db, ports, pids, secret }: ShopProcesses,
  seconds: number,
): Promise<RushMemory> {
  const [port = 0] = ports
  const [pid = 0] = pids
  const { showId, seatingPlanId, seatIds } = await givenShow(db, { seats: 1 })
  const show = { showId, seatIds: await enlargePlan(db, { seat: seatIds[0] as PlaceId, seats: SEATS }) }
  const buyers = await openBuyers({ db, secret, ports: [port] }, { count: BUYERS, network: 30 })
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, (_, index) => HttpLine.open(port, `127.0.31.${index + 1}`)),
  )
  const path = `/api/v1/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
  const visit = (line: HttpLine) =>
    line.send(`GET ${path} HTTP/1.1\r\naccept: ${COMPACT_STATE}\r\naccept-encoding: gzip`)
  await visit(visitors[0] as HttpLine)
  await wait(QUIET_MS)
  const idleMb = readMemory(pid).mb

  const until = performance.now() + seconds * 1_000
  let seat = 0
  let orders = 0
  const buying = buyers.map(async (buyer) => {
    while (performance.now() < until && seat + 1 < SEATS) {
      const seats = [seat, seat + 1]
      seat += 2
      await order(buyer, { ticketIds: await reserve(buyer, show, seats, randomUUID()) }, randomUUID())
      orders += 1
    }
  })
  const visiting = visitors.map(async (line) => {
    while (performance.now() < until) {
      await visit(line)
      await wait(VISITOR_PAUSE_MS)
    }
  })
  await Promise.all([...buying, ...visiting])
  const afterMb = readMemory(pid).mb
  await wait(LATER_MS)
  for (const line of [...visitors, ...buyers.map((buyer) => buyer.line)]) line.close()
  const { mb: quietMb, peakMb } = readMemory(pid)
  return { idleMb, afterMb, quietMb, peakMb, orders }
}
