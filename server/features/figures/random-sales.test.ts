import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figures } from '#contract/figures.ts'
import { EVENT_TYPES } from '#domain/shows/event-types.ts'
import { dayAfter } from '#domain/accounting/figures-period.ts'
import type { PlaceId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localTime } from '#domain/time/time-zone.ts'
import { type TaxedLine, vatTotals } from '#domain/accounting/vat.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { isProving } from '#server/testing/proving.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenLocation, givenProduct, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { sumFinishedDays } from './sum-finished-days.ts'

const ZONE = 'Pacific/Auckland'
const ORDERS = isProving ? 24 : 6
const seed = Date.now() % 1_000_000

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop({ SHOP_TIME_ZONE: ZONE })
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

type Method = 'GET' | 'POST' | 'PUT'

async function ask(method: Method, path: string, as: UserId, body?: unknown) {
  const reply = await shop.ask(method, path, { as, body })
  if (reply.statusCode >= 400) throw new Error(`${path}: ${reply.body}`)
  return reply.body === '' ? undefined : reply.json()
}

const dayOf = (moment: Date) => {
  const { year, month, day } = localTime(moment, ZONE)
  return `${year}-${month}-${day}`
}

/** Reads figures of a period that ends today. Another length avoids figures that are cached. */
async function figuresOf(days: number): Promise<Figures> {
  const { rows } = await sql<{ now: Date }>`select shop_now() as now`.execute(shop.db)
  const today = dayOf(rows[0]?.now ?? new Date(0))
  return ask('GET', `/admin/figures?firstDay=${dayAfter(today, 1 - days)}&lastDay=${today}`, admin)
}

const order = fc.record({
  show: fc.nat(5),
  tickets: fc.integer({ min: 0, max: 3 }),
  products: fc.uniqueArray(
    fc.record({ product: fc.nat(3), quantity: fc.integer({ min: 1, max: 3 }), usePoints: fc.boolean() }),
    { maxLength: 2, selector: ({ product }) => product },
  ),
  refunds: fc.integer({ min: 0, max: 2 }),
  daysLater: fc.nat(1),
})
type Order = typeof order extends fc.Arbitrary<infer Value> ? Value : never

async function place({ show, tickets, products, refunds }: Order, sold: { shows: Show[]; products: number[] }) {
  if (tickets + products.length === 0) return
  const as = await givenUser(shop.db, { points: 100_000 })
  const { showId, standingPlaceId } = sold.shows[show] as Show
  const places: PlaceId[] = Array.from({ length: tickets }, () => standingPlaceId)
  const reserved = tickets
    ? await ask('POST', '/tickets', as, { eventShowId: showId, seatingPlanPlaceIds: places })
    : { elements: [] }
  const ticketIds: number[] = reserved.elements.map(({ id }: { id: number }) => id)
  const merchandiseIds: number[] = []
  for (const { product, ...line } of products) {
    const body = { ...line, merchandiseProductId: sold.products[product] }
    merchandiseIds.push((await ask('POST', '/merchandise/purchases', as, body)).id)
  }
  const isFree = tickets === 0 && products.every(({ usePoints }) => usePoints)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const payment = { userPaymentInfoDto, ...(!isFree && { paymentType: 'VISA' }) }
  await ask('POST', '/orders', as, { ...payment, ticketIds, merchandiseIds })
  for (const id of ticketIds.slice(0, refunds)) await ask('PUT', `/tickets/${id}/cancelation`, as)
}

/** Sells a ticket at full price, a reduced one and a free one to a guest at the desk, and refunds the reduced one. */
async function sellAtDesk({ showId, standingPlaceId: placeId }: Show): Promise<void> {
  const guest = { guest: { firstName: '', lastName: 'Walk-in' }, paymentType: 'CASH' }
  await ask('POST', `/admin/shows/${showId}/sales`, admin, { ...guest, tickets: [{ placeId }] })
  const reduced = {
    ...guest,
    reason: 'Student',
    tickets: [
      { placeId, price: 501 },
      { placeId, price: 0 },
    ],
  }
  const { id } = await ask('POST', `/admin/shows/${showId}/sales`, admin, reduced)
  const { rows } = await sql<{ id: number }>`
    select ticket_id as id from invoice_items where invoice_id = ${id} and price = 501`.execute(shop.db)
  await ask('PUT', `/admin/tickets/${rows[0]?.id}/refund`, admin, { reason: 'Ill' })
}

/** Moves a show by three days, which moves the time from which the points of its tickets count. */
async function moveShow({ showId }: Show): Promise<void> {
  const show = await ask('GET', `/admin/shows/${showId}`, admin)
  const [startTime, endTime] = [show.startTime, show.endTime].map((time) => Date.parse(time) + 3 * 86_400_000)
  const ids = { locationId: show.location.id, artistId: show.artist.id, seatingPlanId: show.seatingPlan.id }
  await ask('PUT', `/admin/shows/${showId}`, admin, {
    ...{ ...ids, name: show.name, price: show.price, version: show.version, isConfirmed: true },
    startTime: new Date(startTime ?? 0).toISOString(),
    endTime: new Date(endTime ?? 0).toISOString(),
  })
}

/** Hands all tickets of a show on to another person, who gets no invoice. */
async function handOn({ showId }: Show): Promise<void> {
  const holder = await givenUser(shop.db)
  await sql`update tickets set holder_id = ${holder} where event_show_id = ${showId} and state = 'BOUGHT'`.execute(
    shop.owner,
  )
}

type Line = TaxedLine & { invoice: number; issuedAt: Date; sign: 1 | -1; type: string; location: string; total: number }

/** Reads all lines of all invoices, in their order. */
async function invoiceLines(): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select invoices.id as invoice, issued_at as "issuedAt", case invoice_type when 'NORMAL' then 1 else -1 end as sign,
      invoice_items.price, quantity, invoice_items.vat_percent as "vatPercent", use_points as "usePoints", total,
      coalesce(events.type, 'MERCHANDISE') as type, coalesce(locations.name, 'MERCHANDISE') as location
    from invoices join invoice_items on invoice_items.invoice_id = invoices.id
    left join tickets on tickets.id = ticket_id
    left join event_shows on event_shows.id = event_show_id
    left join events on events.id = event_id
    left join locations on locations.id = location_id
    order by invoices.id, invoice_items.id`.execute(shop.db)
  return rows
}

type Sums = Record<string, { sales: number; refunds: number; net: number }>

/**
 * Sums the invoices by a name of their lines. A line's amount without VAT is what it adds to that of its invoice, as
 * the invoice prints it.
 */
function sumsBy(lines: readonly Line[], nameOf: (line: Line) => string): Sums {
  const sums: Sums = {}
  for (const [index, line] of lines.entries()) {
    const before = lines.slice(0, index).filter(({ invoice }) => invoice === line.invoice)
    const net = vatTotals([...before, line]).exVat - vatTotals(before).exVat
    const gross = line.usePoints ? 0 : line.price * line.quantity
    const sum = (sums[nameOf(line)] ??= { sales: 0, refunds: 0, net: 0 })
    if (line.sign > 0) sum.sales += gross
    else sum.refunds += gross
    sum.net += line.sign * net
  }
  return sums
}

/** Sums up the days that are over, and returns how many they are. */
async function sumDays(): Promise<number> {
  await sumFinishedDays(shop.db, ZONE)
  const { rows } = await sql<{ days: number }>`select count(distinct day) as days from summed_sales`.execute(shop.db)
  return Number(rows[0]?.days)
}

/** Lists where the figures differ from the invoices. */
async function differences(days: number): Promise<string[]> {
  const { total, days: byDay, types, locations } = await figuresOf(days)
  const lines = await invoiceLines()
  const invoices = new Map(lines.map((line) => [line.invoice, line]))
  const totals = { sales: 0, refunds: 0, net: 0 }
  for (const { invoice, sign, total: invoiced } of invoices.values()) {
    totals[sign > 0 ? 'sales' : 'refunds'] += invoiced
    totals.net += sign * vatTotals(lines.filter((line) => line.invoice === invoice)).exVat
  }
  const found: string[] = []
  const compare = (name: string, figures: Sums[string], expected: Sums[string] | undefined) => {
    for (const key of ['sales', 'refunds', 'net'] as const) {
      if (figures[key] !== (expected?.[key] ?? 0)) found.push(`${name} ${key}: ${figures[key]}, not ${expected?.[key]}`)
    }
  }
  compare('total', total, totals)
  const daySums = sumsBy(lines, ({ issuedAt }) => dayOf(issuedAt))
  for (const day of byDay) compare(day.day, day, daySums[day.day])
  const typeSums = sumsBy(lines, ({ type }) => type)
  for (const type of types) compare(`type ${type.type}`, type, typeSums[type.type ?? 'MERCHANDISE'])
  const locationSums = sumsBy(lines, ({ location }) => location)
  for (const row of locations) {
    compare(`location ${row.location?.name}`, row, locationSums[row.location?.name ?? 'MERCHANDISE'])
  }
  for (const [name, rows, sums] of [
    ['days', byDay.filter(({ sales, refunds, net }) => sales || refunds || net), daySums],
    ['types', types, typeSums],
    ['locations', locations, locationSums],
  ] as const) {
    const named = Object.values(sums).filter(({ sales, refunds, net }) => name !== 'days' || sales || refunds || net)
    if (rows.length !== named.length) found.push(`${rows.length} ${name}, not ${named.length}`)
  }
  return found
}

test(`equals the invoices to the cent after ${ORDERS} random orders (seed ${seed}), per day, type and location`, async () => {
  const venues = [await givenLocation(shop.db, { name: 'Opera' }), await givenLocation(shop.db, { name: 'Arena' })]
  const shows: Show[] = []
  for (const [index, type] of EVENT_TYPES.entries()) {
    const given = { type, title: type, price: 1_007 + 13 * index, startsIn: '20 days' }
    const show = await givenShow(shop.db, { ...given, ...(venues[index % 2] && { locationId: venues[index % 2] }) })
    shows.push(show)
  }
  await sql`update event_shows set vat_percent = 10 where id = ${shows[1]?.showId}`.execute(shop.db)
  const products: number[] = []
  for (const price of [101, 333, 1_499, 2]) {
    products.push(await givenProduct(shop.db, { price: cents(price), points: 40, stock: 500 }))
  }
  const usual = { show: 0, tickets: 2, products: [], refunds: 1, daysLater: 0 }
  await place(usual, { shows, products })
  let days = 0
  for (const given of fc.sample(order, { seed, numRuns: ORDERS })) {
    days = Math.min(9, days + given.daysLater)
    await shiftClock(shop.owner, `${days} days`)
    await place(given, { shows, products })
    await sumDays()
  }
  await shiftClock(shop.owner, `${days + 1} days`)
  const summed = await sumDays()
  await place(usual, { shows, products })
  for (const show of shows.slice(0, 3)) await sellAtDesk(show)
  for (const show of shows.slice(0, 2)) await moveShow(show)
  await handOn(shows[0] as Show)
  await ask('POST', `/admin/shows/${shows[0]?.showId}/cancellation`, admin, { reason: 'Fire.' })
  await doJobs(shop)
  await expectCleanBooks(shop.db)

  expect([seed, summed > 0]).toEqual([seed, true])
  expect([seed, await differences(20)]).toEqual([seed, []])
  const { total, types, locations, coming } = await figuresOf(20)
  for (const rows of [types, locations]) {
    expect(rows.reduce((sum, { net }) => sum + net, 0)).toBe(total.net)
    expect(rows.reduce((sum, { turnover }) => sum + turnover, 0)).toBe(total.turnover)
  }
  const { rows } = await sql<Record<string, number>>`
    select (select coalesce(sum(points), 0) from points_entries) as points,
      (select count(*) from tickets where state in ('BOUGHT', 'REFUNDED')) as sold,
      (select count(*) from tickets where state = 'REFUNDED') as refunded,
      (select count(*) from tickets where state = 'BOUGHT') as held`.execute(shop.db)
  const counts = rows[0]
  expect(total.pointsIssued - total.pointsWithdrawn - total.pointsSpent).toBe(counts?.['points'])
  expect(total).toMatchObject({ ticketsSold: counts?.['sold'], ticketsRefunded: counts?.['refunded'] })
  expect(coming).toMatchObject({ shows: EVENT_TYPES.length - 1, sold: counts?.['held'], reserved: 0 })
  for (const { showId } of shows) {
    const ofShow = await ask('GET', `/admin/shows/${showId}/figures`, admin)
    const inList = (await figuresOf(21)).shows.find(({ show }) => show.id === showId)
    const { ticketsSold, turnover, net } = ofShow.total
    expect([showId, ticketsSold, turnover, net]).toEqual([
      showId,
      ...(inList ? [inList.ticketsSold, inList.turnover, inList.net] : [0, 0, 0]),
    ])
  }

  // The control: a line that differs from its invoice by one cent shows in the figures.
  await sql`update invoice_items set price = price + 1
    where id = (select max(id) from invoice_items where not use_points)`.execute(shop.owner)
  expect(await differences(22)).toContainEqual(expect.stringMatching(/^total /))
})
