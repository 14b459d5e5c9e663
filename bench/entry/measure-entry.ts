import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { packPlaces, packTickets, type SetPlace, type SetTicket } from '#domain/entry/entry-set.ts'
import type { PlaceId, SectorId, TicketId, UserId } from '#domain/ids.ts'
import { orderingTogether } from '#server/features/orders/order-together.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { signerOf } from '#server/features/ticket-codes/ticket-keys.ts'
import { selectTicketOfCode } from '#server/features/ticket-codes/ticket-codes.sql.ts'
import { givenScanner, type Scanner } from '#server/testing/given-entry.ts'
import { givenReservations } from '#server/testing/given-sales.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { insertBare } from '../shared/bare.sql.ts'
import { type Bench, givenToken } from '../shared/fresh-shop.ts'
import { measure, type Measurement } from '../shared/measure.ts'
import { type CameraTimes, measureCamera } from './measure-camera.ts'

const [CUSTOMERS, TICKETS_EACH] = [50, 20]
const GATES = 20
const SET_TICKETS = 50_000
/** The goal for the compressed set of 50,000 tickets. */
export const SET_GOAL_BYTES = 130_000

/** Measures a bare insert, then scans over HTTP at twenty gates: each ticket once, then each a second time. */
export async function measureEntry(bench: Bench): Promise<Measurement[]> {
  const { db } = bench
  const show = await givenShow(db, { standing: CUSTOMERS * TICKETS_EACH })
  const codes = await givenCodes(bench, show, CUSTOMERS)
  const staff = await givenUser(db, { isStaff: true })
  const ask = await askingAsStaff(bench, staff)
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

/** Measures the scanner's page in Chromium at a show of its own. */
export async function measureScanner(bench: Bench): Promise<CameraTimes[]> {
  const show = await givenShow(bench.db, { standing: TICKETS_EACH })
  const codes = await givenCodes(bench, show, 1)
  const staff = await givenUser(bench.db, { isStaff: true })
  const ask = await askingAsStaff(bench, staff)
  const body = { name: 'Camera', gateId: null, direction: 'IN', isSupervisor: false }
  const pairing = await ask('POST', `/admin/shows/${show.showId}/entry-pairings`, { as: staff, body })
  const url = await bench.app.listen({ host: '127.0.0.1', port: 0 })
  return measureCamera(`${url}/scan#${pairing.json<{ code: string }>().code}`, codes)
}

/** Returns a function that asks the API as this user, or with a token. */
async function askingAsStaff(bench: Bench, staff: UserId): Promise<Parameters<typeof givenScanner>[0]> {
  const staffToken = await givenToken(bench, staff)
  return async (method, path, { as, body } = {}) => {
    const token = typeof as === 'number' ? staffToken : as
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return bench.app.inject({ method, url: `/api/v1${path}`, headers, payload: JSON.stringify(body ?? {}) })
  }
}

/** Sells tickets to a number of customers, and returns their codes. */
async function givenCodes(
  bench: Bench,
  show: Awaited<ReturnType<typeof givenShow>>,
  customers: number,
): Promise<string[]> {
  const userIds: UserId[] = []
  for (let count = 0; count < customers; count += 1) userIds.push(await givenUser(bench.db))
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const reserved = await givenReservations(bench.db, show, { userIds, each: TICKETS_EACH })
  const { codeOf } = await signerOf(bench)
  const together = orderingTogether(bench)
  const codes: string[] = []
  for (const [userId, ticketIds] of reserved) {
    const order = { userPaymentInfoDto, paymentType: 'VISA' as const, ticketIds, merchandiseIds: [] }
    await placeOrder(bench, { userId, order, idempotencyKey: randomUUID() }, together, (work) => work())
    for (const ticketId of ticketIds) {
      const ticket = await selectTicketOfCode(bench.db, ticketId)
      if (!ticket) throw new Error('A ticket that was just sold is not there.')
      codes.push(codeOf({ ...ticket, ticketId }))
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
