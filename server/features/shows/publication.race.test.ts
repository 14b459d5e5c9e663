import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

const PAYMENT = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }
const BUYERS = 12
const ROUNDS = 6

let shop: TestShop
let admin: UserId
const buyers: UserId[] = []

beforeAll(async () => {
  const unlimited = { MAX_SHARE_PER_NETWORK: 'off', MAX_RESERVATIONS_PER_SHOW: '100000', MAX_RESERVATIONS: '100000' }
  shop = await openTestShop(unlimited)
  admin = await givenUser(shop.db, { isAdmin: true })
  for (let count = 0; count < BUYERS; count += 1) buyers.push(await givenUser(shop.db))
})
afterAll(() => shop.close())

const reserve = ({ showId, standingPlaceId }: Show, as: UserId | undefined) =>
  shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: [standingPlaceId] } })
const order = (ticketIds: number[], as: UserId | undefined) =>
  shop.ask('POST', '/orders', { as, body: { ...PAYMENT, ticketIds } })

const endSale = ({ showId }: Show) => {
  const saleEndsAt = new Date(Date.now() - 60_000).toISOString()
  const body = { version: 1, saleEndsAt }
  return shop.ask('PUT', `/admin/shows/${showId}/publication`, { as: admin, body })
}
const hideEvent = ({ eventId }: Show) =>
  shop.ask('PUT', `/admin/events/${eventId}/publication`, { as: admin, body: { version: 1, isDraft: true } })

const countOf = async ({ showId }: Show, state: 'RESERVED' | 'BOUGHT') =>
  (
    await shop.db
      .selectFrom('tickets')
      .select('id')
      .where('event_show_id', '=', showId)
      .where('state', '=', state)
      .execute()
  ).length

test.each([
  ['its sale ends', endSale],
  ['its event is hidden', hideEvent],
])('sells nothing of a show after %s, whatever races', async (_, stop) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const show = await givenShow(shop.db, { seats: 1, standing: 100_000 })
    let isStopped = false
    /** Reserves again and again, at last after the sale is over. */
    const reserveUntilStopped = async (as: UserId | undefined) => {
      for (;;) {
        const isLast = isStopped
        const reply = await reserve(show, as)
        if (isLast || reply.statusCode !== 201) return reply
      }
    }
    const held = await Promise.all(
      buyers.slice(0, BUYERS / 2).map(async (as) => (await reserve(show, as)).json().elements[0].id as number),
    )
    const selling = race(BUYERS, async (index) => {
      await pause(index * 3)
      const ticketId = held[index]
      return ticketId ? order([ticketId], buyers[index]) : reserveUntilStopped(buyers[index])
    })
    await pause(round * 4)
    const stopped = await stop(show)
    isStopped = true
    expect(stopped.statusCode, stopped.body).toBe(200)
    // Everything that was sold was sold before the answer: nothing follows it.
    const sold = await countOf(show, 'BOUGHT')
    const reserved = await countOf(show, 'RESERVED')
    const replies = await selling
    expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    expect([await countOf(show, 'BOUGHT'), await countOf(show, 'RESERVED')]).toEqual([sold, reserved])
    const late = replies.slice(BUYERS / 2)
    expect(late.filter(({ statusCode }) => statusCode !== 409 && statusCode !== 404)).toEqual([])
    await expectCleanBooks(shop.db)
  }
})

// Control: a check without the lock of the show lets an order through that commits after the end of the sale.
test('makes an order wait while the sale ends, then refuses it', async () => {
  const show = await givenShow(shop.db, { seats: 1, standing: 2 })
  const { elements } = (await reserve(show, buyers[0])).json()
  let reply: ReturnType<typeof order> | undefined
  await shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('tickets').select('id').where('event_show_id', '=', show.showId).forUpdate().execute()
    reply = order([elements[0].id], buyers[0])
    expect(await Promise.race([reply, pause(200)])).toBe('still waiting')
    await tx
      .updateTable('event_shows')
      .set({ sale_ends_at: new Date(0) })
      .where('id', '=', show.showId)
      .execute()
  })
  expect((await reply)?.statusCode).toBe(409)
})

test('control: a sale whose end locked nothing sells after it', async () => {
  const show = await givenShow(shop.db, { seats: 1, standing: 2 })
  const { elements } = (await reserve(show, buyers[0])).json()
  const before = await shop.db.selectFrom('event_shows').select('sale_ends_at').where('id', '=', show.showId).execute()
  await shop.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('event_shows')
      .set({ sale_ends_at: new Date(0) })
      .where('id', '=', show.showId)
      .execute()
    expect((await order([elements[0].id], buyers[0])).statusCode).toBe(201)
  })
  expect(before).toEqual([{ sale_ends_at: null }])
})

const pause = (milliseconds: number) =>
  new Promise<string>((resolve) => {
    setTimeout(() => resolve('still waiting'), milliseconds)
  })
