import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PlaceId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { givenProduct, givenShow } from '#server/testing/test-data.ts'
import { type Measurement, measure } from '../shared/measure.ts'
import type { ProcessorTime } from '../shared/processor-time.ts'
import { openBareTransactions } from './bare-transaction.sql.ts'
import {
  type Buyer,
  type Customer,
  customersOf,
  openBuyers,
  order,
  putInCart,
  reserve,
  send,
  type Show,
} from '../shared/buyer.ts'

/** Enough that the first requests, which all come at once, are no more than one in two hundred. */
const SEATS = 12_000
const SHOWS = 48
const BARE_CONNECTIONS = 16
const BUYERS = 64
const TWO_SEAT_BUYERS = 16
const ORDERS = 2_000
const WARM_UP = 640
/** A rush lasts for minutes, and V8 compiles what it needs in the first seconds. */
const WARM_UP_OF_SEATS = 8_000

export type RushServers = {
  db: Db
  url: string
  ports: readonly number[]
  secret: string
  processorTime: () => ProcessorTime
}
/** A measurement with the processor time of each request, or of each pair of requests. */
export type RushMeasurement = Measurement & ProcessorTime
type BareConnection = Awaited<ReturnType<typeof openBareTransactions>>

/**
 * Measures customers at addresses of their own who send one request at a time over connections that stay open. The
 * first measurement is the bare transaction.
 */
export async function measureRush({ db, url, ports, secret, processorTime }: RushServers): Promise<RushMeasurement[]> {
  const measureWithTime = async (...[name, load, work]: Parameters<typeof measure>): Promise<RushMeasurement> => {
    const before = processorTime()
    const measured = await measure(name, load, work)
    const after = processorTime()
    return {
      ...measured,
      serverMs: (after.serverMs - before.serverMs) / load.times,
      databaseMs: (after.databaseMs - before.databaseMs) / load.times,
    }
  }
  const buyers = await openBuyers({ db, ports, secret }, { count: BUYERS, network: 20 })
  // Customers of their own for the orders, because the mails of a customer with many of them would be merged.
  const givenCustomer = customersOf({ db, secret })
  const customers: Customer[] = []
  for (let count = 0; count < WARM_UP + 2 * ORDERS; count += 1) customers.push(await givenCustomer())
  const newShow = (seats = SEATS): Promise<Show> => givenShow(db, { seats })
  const buyerOf = (worker: number) => buyers[worker] as Buyer
  /** Another customer for each request, because one with hundreds of reservations takes longer. */
  const customerAt = (index: number, worker: number) => ({
    ...buyerOf(worker),
    ...(customers[index % customers.length] as Customer),
  })

  const warm = await newShow()
  const warmUp = ({ from, times }: { from: number; times: number }) =>
    measure('warm-up', { times, atOnce: BUYERS }, (index, worker) =>
      reserve(customerAt(index, worker), warm, [from + index]),
    )
  await warmUp({ from: 0, times: WARM_UP })
  const ordered = await newShow(2 * (WARM_UP + 2 * ORDERS))
  const product = await givenProduct(db, { stock: ORDERS })
  /** The cart line of a product of the customers who have one. */
  const lineOf = new Map<number, number>()
  const orderTwo = async (index: number, worker: number) => {
    const buyer = customerAt(index, worker)
    const ticketIds = await reserve(buyer, ordered, [2 * index, 2 * index + 1], randomUUID())
    const line = lineOf.get(index)
    await order(buyer, { ticketIds, merchandiseIds: line === undefined ? [] : [line] }, randomUUID())
  }
  await measure('warm-up of orders', { times: WARM_UP, atOnce: TWO_SEAT_BUYERS }, orderTwo)
  await measure('carts', { times: ORDERS, atOnce: TWO_SEAT_BUYERS }, async (at, worker) => {
    const index = WARM_UP + ORDERS + at
    lineOf.set(index, await putInCart(customerAt(index, worker), product))
  })
  // PostgreSQL collects statistics by itself every minute. Until then it plans for tables that are empty.
  await sql`analyze`.execute(db)
  await warmUp({ from: WARM_UP, times: WARM_UP_OF_SEATS })

  const bare = await Promise.all(Array.from({ length: BARE_CONNECTIONS }, () => openBareTransactions(url)))
  const show = { bare: await newShow(), plain: await newShow(), keyed: await newShow(), pairs: await newShow() }
  const shows: Show[] = []
  while (shows.length < SHOWS) shows.push(await newShow(SEATS / SHOWS))
  const { showId, standingPlaceId } = await givenShow(db, { standing: SEATS })
  const standing: Show = { showId, seatIds: [standingPlaceId] }
  // As PostgreSQL would have done since the tables were small.
  const afterAnalyze: typeof measureWithTime = async (...measured) => {
    await sql`analyze`.execute(db)
    return measureWithTime(...measured)
  }
  const results = [
    await measureWithTime(
      'the bare transaction, 16 at once',
      { times: SEATS, atOnce: BARE_CONNECTIONS },
      (index, worker) => {
        const placeId = show.bare.seatIds[index] as PlaceId
        return (bare[worker] as BareConnection).sell({
          ...show.bare,
          placeId,
          userId: customerAt(index, worker).userId,
        })
      },
    ),
    await measureWithTime('reserve a seat', { times: SEATS, atOnce: BUYERS }, (index, worker) =>
      reserve(customerAt(index, worker), show.plain, [index]),
    ),
    await measureWithTime(`reserve a seat, of ${SHOWS} shows`, { times: SEATS, atOnce: BUYERS }, (index, worker) =>
      reserve(customerAt(index, worker), shows[index % SHOWS] as Show, [Math.floor(index / SHOWS)]),
    ),
    await measureWithTime('reserve a seat, with a key', { times: SEATS, atOnce: BUYERS }, (index, worker) =>
      reserve(customerAt(index, worker), show.keyed, [index], randomUUID()),
    ),
    await measureWithTime('reserve in one standing place', { times: SEATS, atOnce: BUYERS }, (index, worker) =>
      reserve(customerAt(index, worker), standing, [0]),
    ),
    await measureWithTime('reserve and release', { times: SEATS / 4, atOnce: BUYERS }, async (index, worker) => {
      const customer = customerAt(index, worker)
      const [ticketId] = await reserve(customer, show.pairs, [index])
      await send(customer, { method: 'DELETE', path: `/tickets/${ticketId}` })
    }),
    await afterAnalyze('two seats and an order', { times: ORDERS, atOnce: TWO_SEAT_BUYERS }, (index, worker) =>
      orderTwo(WARM_UP + index, worker),
    ),
    await measureWithTime(
      'two seats, an order with a product',
      { times: ORDERS, atOnce: TWO_SEAT_BUYERS },
      (index, worker) => orderTwo(WARM_UP + ORDERS + index, worker),
    ),
    await measureWithTime('reserve a seat, alone', { times: 300, atOnce: 1 }, (index) =>
      reserve(buyerOf(0), show.pairs, [SEATS - 300 + index]),
    ),
  ]
  for (const { line } of buyers) line.close()
  await Promise.all(bare.map(({ close }) => close()))
  return results
}
