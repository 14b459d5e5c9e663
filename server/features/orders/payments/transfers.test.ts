import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MAX_INTEGER } from '#contract/fields.ts'
import type { UserId } from '#domain/ids.ts'
import type { Mail } from '#server/gateways/mailer.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { type ManualShop, openManualShop } from '#server/testing/manual-shop.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: ManualShop

beforeAll(async () => void (shop = await openManualShop()))
afterEach(async () => {
  await shiftClock(shop.owner, '0')
  await expectCleanBooks(shop.db)
})
afterAll(() => shop.close())

test('tells the bank details on the page and in a mail', async () => {
  const { id, payment } = await shop.givenOpenPayment('transfer')
  const { instructions } = payment
  expect(instructions).toMatchObject({ kind: 'TRANSFER', owner: 'Foyer GmbH', iban: 'AT483200000012345864', bic: null })
  const [mail, ...more] = await doJobs(shop)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    subject: 'Please transfer 91.00 €',
    link: { url: expect.stringContaining(`/payment/${id}`) },
    cards: [
      {
        items: [
          { name: 'Recipient', amount: 'Foyer GmbH' },
          { name: 'IBAN', amount: 'AT48 3200 0000 1234 5864' },
          { name: 'Amount', amount: '91.00 €' },
          { name: 'Payment reference', amount: instructions.reference.replaceAll(/(.{4})(?=.)/g, '$1 ') },
        ],
      },
    ],
  })
})

test('reminds once on the day before the deadline, holds the places longer, and then releases them', async () => {
  const show = await givenShow(shop.db, { startsIn: '30 days' })
  const { ada, id } = await shop.givenOpenPayment('transfer', { show, places: [show.seatIds[0]] })
  await doJobs(shop)
  await shiftClock(shop.owner, '4 days 1 hour')
  const isReminder = ({ subject, link }: Mail) =>
    subject === 'Reminder: please transfer 45.50 €' && link?.url.endsWith(`/payment/${id}`)
  expect((await shop.sweep()).filter(isReminder)).toHaveLength(1)
  expect((await shop.sweep()).filter(isReminder)).toEqual([])
  const rival = await givenUser(shop.db)
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [show.seatIds[0]] }
  const reserve = async () => (await shop.ask('POST', '/tickets', { as: rival, body })).statusCode
  await shiftClock(shop.owner, '6 days')
  await shop.sweep()
  expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'OPEN' })
  expect(await reserve()).toBe(409)
  // At most three banking days over Christmas, Easter or a weekend.
  await shiftClock(shop.owner, '13 days')
  await shop.sweep()
  expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'CLOSED', instructions: null })
})

test('is offered until seven days before the show', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { startsIn: '6 days' })
  const refused = await shop.start(ada, 'transfer', { ticketIds: await shop.reserve(ada, show, [show.seatIds[0]]) })
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'This way to pay is offered until 1 week before the show. Please choose another one.',
  ])
})

const givenLine = async (as: UserId, merchandiseProductId: number, quantity: number): Promise<number> =>
  (
    await shop.ask('POST', '/merchandise/purchases', {
      as,
      body: { merchandiseProductId, quantity, usePoints: false },
    })
  ).json().id

test('lets a customer have three orders that wait for transfers, also when they are placed at once', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { startsIn: '30 days', seats: 10 })
  const tickets = await shop.reserve(ada, show, show.seatIds.slice(0, 8))
  const replies = await race(8, (index) => shop.start(ada, 'transfer', { ticketIds: [tickets[index]] }))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
  const refusals = replies.filter(({ statusCode }) => statusCode !== 201)
  expect(refusals.map(({ headers }) => headers['x-problem'])).toEqual(refusals.map(() => 'too_many_unpaid_orders'))
  expect(refusals[0]?.body).toBe(
    'At most 3 orders can wait for your bank transfer. Please pay for them, cancel one, or choose another way to pay.',
  )
  const { id } = replies.find(({ statusCode }) => statusCode === 201)?.json() ?? {}
  expect((await shop.ask('DELETE', `/payments/${id}`, { as: ada })).statusCode).toBe(200)
  const free = tickets[replies.findIndex(({ statusCode }) => statusCode !== 201)]
  expect((await shop.start(ada, 'transfer', { ticketIds: [free] })).statusCode).toBe(201)
})

test.each(['transfer', 'desk'] as const)('withholds at most 50 pieces for unpaid orders by %s', async (method) => {
  const ada = await givenUser(shop.db)
  const order = async (quantity: number) => {
    const mug = await givenProduct(shop.db, { price: 100, stock: 100, itemsPerCustomer: 100 })
    const reply = await shop.start(ada, method, { merchandiseIds: [await givenLine(ada, mug, quantity)] })
    const { stock } = (await shop.ask('GET', `/merchandise/products/${mug}`)).json()
    return [reply.statusCode, reply.headers['x-problem'], reply.body, stock]
  }
  expect(await order(51)).toEqual([
    409,
    'too_many_unpaid_orders',
    'Orders that are not paid yet can contain at most 50 pieces of merchandise. Please choose fewer, or another way to pay.',
    100,
  ])
  expect(await order(30)).toEqual([201, undefined, expect.anything(), 70])
  const [, , refusal] = await order(21)
  expect(refusal).toContain('at most 50 pieces of merchandise; yours contain 30 already.')
  expect(await order(20)).toEqual([201, undefined, expect.anything(), 80])
})

test('can be given up after the stock was raised to the highest one', async () => {
  const ada = await givenUser(shop.db)
  const productId = await givenProduct(shop.db, { stock: 10 })
  const { id } = (await shop.start(ada, 'transfer', { merchandiseIds: [await givenLine(ada, productId, 3)] })).json()
  await shop.owner.updateTable('merchandise_products').set({ stock: MAX_INTEGER }).where('id', '=', productId).execute()
  expect((await shop.ask('DELETE', `/payments/${id}`, { as: ada })).statusCode).toBe(200)
  expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'CLOSED' })
})
