import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { packPlaces, packTickets, type SetPlace, type SetTicket } from '#domain/entry-set.ts'
import type { PlaceId, SectorId, TicketId, UserId } from '#domain/ids.ts'
import { payloadOf, signedBytes, ticketCodeText } from '#domain/ticket-code.ts'
import { orderingTogether } from '#server/features/orders/order-together.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { signerOf } from '#server/features/ticket-codes/ticket-keys.ts'
import { selectTicketOfCode } from '#server/features/ticket-codes/ticket-codes.sql.ts'
import { givenScanner, type Scanner } from '#server/testing/given-entry.ts'
import { givenReservations } from '#server/testing/given-sales.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { insertBare } from './bare.sql.ts'
import { type Bench, givenToken } from './fresh-shop.ts'
import { measure, type Measurement } from './measure.ts'

const [CUSTOMERS, TICKETS_EACH] = [50, 20]
const GATES = 20
const SET_TICKETS = 50_000
/** The goal for the compressed set of 50,000 tickets. */
export const SET_GOAL_BYTES = 130_000

/** Measures a bare insert, then scans over HTTP at twenty gates: each ticket once, then each a second time. */
export async function measureEntry(bench: Bench): Promise<Measurement[]> {
  const { db, app } = bench
  const show = await givenShow(db, { standing: CUSTOMERS * TICKETS_EACH })
  const codes = await givenCodes(bench, show)
  const staff = await givenUser(db, { isStaff: true })
  const staffToken = await givenToken(bench, staff)
  const ask: Parameters<typeof givenScanner>[0] = async (method, path, { as, body } = {}) => {
    const token = typeof as === 'number' ? staffToken : as
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return app.inject({ method, url: `/api/v1${path}`, headers, payload: JSON.stringify(body ?? {}) })
  }
  const scanners: Scanner[] = []
  for (let gate = 0; gate < GATES; gate += 1) scanners.push(await givenScanner(ask, staff, show.showId))
  const scan = async (index: number) => {
    await scanners[index % GATES]?.scan(codes[index] ?? '', { key: randomUUID() })
  }
  const load = { times: codes.length, atOnce: GATES }
  return [
    await measure('one bare insert, committed', load, () => insertBare(db)),
    await measure('a ticket admitted, at 20 gates', load, scan),
    await measure('a ticket that is already in', load, scan),
    await measure('a ticket that is already in, one gate', { ...load, atOnce: 1 }, scan),
  ]
}

/** Sells tickets, and returns their codes. */
async function givenCodes(bench: Bench, show: Awaited<ReturnType<typeof givenShow>>): Promise<string[]> {
  const userIds: UserId[] = []
  for (let count = 0; count < CUSTOMERS; count += 1) userIds.push(await givenUser(bench.db))
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const reserved = await givenReservations(bench.db, show, { userIds, each: TICKETS_EACH })
  const { number: keyNumber, sign } = await signerOf(bench)
  const together = orderingTogether(bench)
  const codes: string[] = []
  for (const [userId, ticketIds] of reserved) {
    const order = { userPaymentInfoDto, paymentType: 'VISA' as const, ticketIds, merchandiseIds: [] }
    await placeOrder(bench, { userId, order, idempotencyKey: randomUUID() }, together, (work) => work())
    for (const ticketId of ticketIds) {
      const ticket = await selectTicketOfCode(bench.db, ticketId)
      if (!ticket) throw new Error('A ticket that was just sold is not there.')
      const payload = payloadOf({ ...ticket, ticketId, keyNumber })
      codes.push(ticketCodeText(payload, sign(signedBytes(payload))))
    }
  }
  return codes
}

/** Measures the tickets and places of a set after half of the tickets were admitted, one in a hundred refunded. */
export function measureSet(): { bytes: number; compressedBytes: number; packMs: number } {
  const places = Array.from({ length: SET_TICKETS }, (_, index): SetPlace => {
    const row = Math.floor(index / 40)
    return {
      ...{ id: (index + 1) as PlaceId, sectorId: (1 + Math.floor(row / 25)) as SectorId, placeType: 'SITTING' },
      ...{ rowName: String(1 + (row % 25)), seatNumber: 1 + (index % 40) },
    }
  })
  const tickets = Array.from({ length: SET_TICKETS }, (_, index): SetTicket => {
    const chance = (index * 7_919) % 100
    const presence = (index * 104_729) % 1_009 < 504 ? 'INSIDE' : 'NEVER'
    const id = (1_000_000 + index * 2 + (chance % 2)) as TicketId
    return { id, issue: chance === 50 ? 2 : 1, isRefunded: chance === 0, isDisputed: false, presence }
  })
  const started = performance.now()
  const content = JSON.stringify({ places: packPlaces(places), tickets: packTickets(tickets) })
  const packMs = performance.now() - started
  return { bytes: content.length, compressedBytes: gzipSync(content).length, packMs }
}
