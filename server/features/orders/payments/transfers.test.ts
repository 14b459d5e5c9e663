import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Mail } from '#server/gateways/mailer.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { type ManualShop, openManualShop } from '#server/testing/manual-shop.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

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
