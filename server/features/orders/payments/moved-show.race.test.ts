import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { type StatementShop, camt, openStatementShop, referenceOf } from '#server/testing/statement-shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

const DAY_MS = 86_400_000

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

/** Moves a show to a month later, once another transaction lets it. */
async function moveShow({ showId }: Show) {
  const path = `/admin/shows/${showId}`
  const show = (await shop.ask('GET', path, { as: shop.admin })).json()
  const { name, price, version, artist, location, seatingPlan } = show
  const later = (moment: string) => new Date(Date.parse(moment) + 30 * DAY_MS).toISOString()
  const [startTime, endTime] = [later(show.startTime), later(show.endTime)]
  const ids = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
  const body = { name, startTime, endTime, price, ...ids, version, isConfirmed: true }
  return { startTime, moving: () => shop.ask('PUT', path, { as: shop.admin, body }) }
}

/** Starts work that waits for locks, then waits until it does. */
async function waitingFor<Result>(work: () => Promise<Result>): Promise<{ result: Promise<Result> }> {
  const before = await countWaiting(shop.db)
  const result = work()
  await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(before)
  return { result }
}

test.each(['settled', 'booked late'] as const)(
  'counts the points of an order from the new start, when it is %s while its show is moved',
  async (how) => {
    const show = await givenShow(shop.db, { seats: 2, price: 4_550, startsIn: '30 days' })
    const paying = await shop.givenOpenPayment('transfer', { show, places: [show.seatIds[0]] })
    if (how === 'booked late') await shop.ask('DELETE', `/payments/${paying.id}`, { as: paying.ada })
    const other: UserId = await givenUser(shop.db)
    const [held] = await shop.reserve(other, show, [show.seatIds[1]])
    const { startTime, moving } = await moveShow(show)
    const { moved, booked } = await shop.db.transaction().execute(async (tx) => {
      // The change waits for this ticket, and has locked the show and the tickets before it.
      await sql`select from tickets where id = ${held} for update`.execute(tx)
      const change = await waitingFor(moving)
      const statement = camt([{ amount: '45.50', purpose: referenceOf(paying) }])
      const booking = await waitingFor(() => shop.book(statement))
      return { moved: change.result, booked: booking.result }
    })
    expect((await moved).statusCode).toBe(200)
    expect(await booked).toMatchObject({ booked: 1 })
    const { invoiceId } = await shop.paymentOf(paying.ada, paying.id)
    const entries = await shop.db
      .selectFrom('points_entries')
      .innerJoin('invoices', 'invoices.id', 'points_entries.invoice_id')
      .select(['points', 'counts_from', 'delivery_at'])
      .where('invoice_id', '=', invoiceId)
      .execute()
    const start = new Date(startTime)
    expect(entries).toEqual([{ points: 45, counts_from: start, delivery_at: start }])
  },
)
