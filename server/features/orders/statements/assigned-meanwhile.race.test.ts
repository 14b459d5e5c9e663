import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PaymentId } from '#domain/ids.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { type StatementShop, camt, openStatementShop, referenceOf } from '#server/testing/statement-shop.ts'
import { givenShow } from '#server/testing/test-data.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const stateOf = async ({ id }: { id: PaymentId }) =>
  (await shop.ask('GET', `/admin/payments/${id}`, { as: shop.admin })).json().state

test('books no money that an administrator assigns to another payment while its booking waits', async () => {
  const named = await shop.givenOpenPayment('transfer')
  const show = await givenShow(shop.db, { seats: 1, price: 4_550, startsIn: '30 days' })
  const other = await shop.givenOpenPayment('transfer', { show, places: show.seatIds })
  const purpose = referenceOf(named)
  const booking = await shop.owner.transaction().execute(async (busy) => {
    await sql`select from users where id = ${named.ada} for no key update`.execute(busy)
    const reply = shop.book(camt([{ amount: '91.00', purpose }]))
    await vi.waitFor(async () => expect(await countWaiting(shop.db)).toBe(1), { timeout: 10_000 })
    const [movement] = await shop.openMovements(purpose)
    const assigned = await shop.end(movement, 'assign', { paymentId: other.id, reason: 'A wrong reference' })
    expect(assigned.json()).toMatchObject({ state: 'OPEN', openAmount: 4_550 })
    return { reply }
  })
  expect(await booking.reply).toMatchObject({ booked: 0, open: 1 })
  expect([await stateOf(named), await stateOf(other)]).toEqual(['OPEN', 'TAKEN'])
})
