import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import { givenProduct, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { orderCalls } from '#server/testing/order-calls.ts'
import { userPaymentInfoDto } from '#server/testing/paying-shop.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { lockTicketsOfShow } from '#server/features/shows/admin-shows.sql.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const { order, putInCart, reserveOne } = orderCalls(() => shop)
const successes = (replies: { statusCode: number }[]) => replies.filter(({ statusCode }) => statusCode < 300)

/** Reserves a seat of a show for each of several customers. Returns what orders each of them. */
function givenReservations(show: Show) {
  return race(show.seatIds.length, async (index) => {
    const as = await givenUser(shop.db)
    const ticket = await reserveOne(as, show, show.seatIds[index])
    return () => order(as, { ticketIds: [ticket] })
  })
}

test('places orders of other shows while those of one wait for its edit', async () => {
  const show = await givenShow(shop.db, { seats: 12 })
  const edited = await givenReservations(show)
  const others = await givenReservations(await givenShow(shop.db, { seats: 12 }))
  const isWaiting = async () => Boolean(await countWaiting(shop.db))
  const waiting = await shop.owner.transaction().execute(async (tx) => {
    await lockTicketsOfShow(tx, show.showId)
    const first = edited.slice(0, 4).map((send) => send())
    await expect.poll(isWaiting).toBe(true)
    const second = edited.slice(4).map((send) => send())
    const placed = await Promise.all(others.map((send) => send()))
    expect(successes(placed)).toHaveLength(12)
    expect(await countWaiting(shop.db)).toBe(1)
    return [...first, ...second]
  })
  expect(successes(await Promise.all(waiting))).toHaveLength(12)
})

test('sells the last mug to one of 20 customers', async () => {
  const mug = await givenProduct(shop.db, { stock: 1 })
  const carts = await race(20, async () => {
    const as = await givenUser(shop.db)
    return { as, line: await putInCart(as, mug, 1) }
  })
  const replies = await Promise.all(carts.map(({ as, line }) => order(as, { merchandiseIds: [line] })))
  expect(successes(replies)).toHaveLength(1)
  expect(new Set(replies.filter(({ statusCode }) => statusCode !== 201).map(({ body }) => body))).toEqual(
    new Set(['Mug is sold out.']),
  )
})

test('spends points for one mug once in racing orders', async () => {
  const ada = await givenUser(shop.db, { points: 500 })
  const products = await race(20, (index) => givenProduct(shop.db, { name: `Mug ${index}`, points: 300 }))
  const lines: number[] = []
  for (const product of products) lines.push(await putInCart(ada, product, 1, true))
  const replies = await Promise.all(lines.map((line) => order(ada, { merchandiseIds: [line] })))
  expect(successes(replies)).toHaveLength(1)
})

test('buys a ticket once in racing orders: same orders get the same invoice, others a refusal', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 21 })
  const shared = await reserveOne(ada, show, show.seatIds[0])
  const others: number[] = []
  for (const place of show.seatIds.slice(1, 20)) others.push(await reserveOne(ada, show, place))
  const same = await race(20, () => order(ada, { ticketIds: [shared] }))
  expect(new Set(same.map(({ body }) => body)).size).toBe(1)
  const mixed = await Promise.all(others.map((other) => order(ada, { ticketIds: [shared, other] })))
  expect(new Set(mixed.map(({ body }) => body))).toEqual(new Set(['These tickets are already bought.']))
})

test('places one order for ten requests with one Idempotency-Key', async () => {
  const ada = await givenUser(shop.db)
  const mug = await givenProduct(shop.db)
  const line = await putInCart(ada, mug, 1)
  const replies = await race(10, () => order(ada, { merchandiseIds: [line] }, { 'idempotency-key': 'one click' }))
  expect(successes(replies)).toHaveLength(10)
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
})

test('refunds a ticket once for twenty racing requests', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticket = await reserveOne(ada, show, show.standingPlaceId)
  await order(ada, { ticketIds: [ticket] })
  const replies = await race(20, () => shop.ask('PUT', `/tickets/${ticket}/cancelation`, { as: ada }))
  expect(successes(replies)).toHaveLength(20)
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
})

test('refuses a refund that waits for its ticket until the show has started', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 20 })
  const tickets = await race(20, (index) => reserveOne(ada, show, show.seatIds[index]))
  await order(ada, { ticketIds: tickets })
  const held = tickets.slice(10)
  const refund = (ticket: number) => shop.ask('PUT', `/tickets/${ticket}/cancelation`, { as: ada })

  // Another transaction locks half of the tickets until the show has started.
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const holding = shop.db.transaction().execute(async (tx) => {
    await sql`select from tickets where id = any (${held}) for update`.execute(tx)
    await started
  })
  const free = await Promise.all(tickets.slice(0, 10).map(refund))
  const waiting = Promise.all(held.map(refund))
  await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(0)
  await sql`update event_shows set starts_at = shop_now() where id = ${show.showId}`.execute(shop.owner)
  start()
  await holding

  expect(successes(free)).toHaveLength(10)
  expect(new Set((await waiting).map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
    new Set(['409 The show for this ticket already occurred!']),
  )
})

test('keeps the books clean while orders race expiring reservations', async () => {
  const show = await givenShow(shop.db, { seats: 20 })
  const holders = await race(20, async (index) => {
    const as = await givenUser(shop.db)
    return { as, ticket: await reserveOne(as, show, show.seatIds[index]) }
  })
  const rival = await givenUser(shop.db)
  const [, , replies] = await Promise.all([
    sql`update tickets set reserved_until = shop_now() where event_show_id = ${show.showId} and state = 'RESERVED' and id % 2 = 0`.execute(
      shop.db,
    ),
    race(20, (index) =>
      shop.ask('POST', '/tickets', {
        as: rival,
        body: { eventShowId: show.showId, seatingPlanPlaceIds: [show.seatIds[index]] },
      }),
    ),
    Promise.all(holders.map(({ as, ticket }) => order(as, { ticketIds: [ticket] }))),
  ])
  expect(replies.filter(({ statusCode }) => statusCode !== 201 && statusCode !== 410)).toEqual([])
})

test('numbers invoices without gaps while half of the racing orders are rolled back', async () => {
  const mugs = await race(20, () => givenProduct(shop.db, { stock: 1 }))
  const carts = await race(40, async (index) => {
    const as = await givenUser(shop.db)
    return { as, line: await putInCart(as, mugs[index % 20] ?? 0, 1) }
  })
  const replies = await Promise.all(carts.map(({ as, line }) => order(as, { merchandiseIds: [line] })))
  expect(successes(replies)).toHaveLength(20)
})

// Control: the audit that every race above must pass finds each of these faults.

test('control: audit finds a lost invoice number, a wrong total, uncounted sales and unearned points', async () => {
  const broken = await openTestShop()
  try {
    const as = await givenUser(broken.db)
    const mug = await givenProduct(broken.db)
    const line = (
      await broken.ask('POST', '/merchandise/purchases', { as, body: { merchandiseProductId: mug, quantity: 1 } })
    ).json().id
    await broken.ask('POST', '/orders', {
      as,
      body: { userPaymentInfoDto, paymentType: 'VISA', merchandiseIds: [line] },
    })
    await expectCleanBooks(broken.db)
    await sql`update invoice_counters set last_number = last_number + 1`.execute(broken.owner)
    await sql`update invoices set total = total + 1`.execute(broken.owner)
    await sql`update merchandise_sales set quantity = 2`.execute(broken.owner)
    await sql`update points_entries set points = points + 1`.execute(broken.owner)
    expect((await selectViolations(broken.db)).map(({ rule }) => rule)).toEqual([
      'a purchase has an order of the same total, a refund none',
      'an invoice total is the sum of its lines',
      'invoice numbers have no gaps',
      'points of an invoice are what its lines say',
      'what a customer bought of a product is what stands on invoices',
    ])
  } finally {
    await broken.close()
  }
})
