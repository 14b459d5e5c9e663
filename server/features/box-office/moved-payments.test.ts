import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { makeLastSeatDear } from '#server/testing/dear-seat.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { type ManualShop, openManualShop } from '#server/testing/manual-shop.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: ManualShop
let staff: UserId

beforeAll(async () => {
  shop = await openManualShop()
  staff = await givenUser(shop.db, { isStaff: true })
})
afterAll(() => shop.close())

/** A ticket of a seat, bought in one of two ways, and a seat that costs more. */
async function givenTicket(how: 'by an order at the box office' | 'for cash') {
  const show = await givenShow(shop.db, { seats: 3, price: 5_000, startsIn: '10 days' })
  await makeLastSeatDear(shop, show)
  const ada = await givenUser(shop.db)
  const ticketIds = await shop.reserve(ada, show, [show.seatIds[0]])
  if (how === 'for cash') {
    const body = { ticketIds, paymentType: 'CASH' }
    await shop.ask('POST', '/admin/reservations/payments', { as: staff, body })
  } else {
    const { id } = (await shop.start(ada, 'desk', { ticketIds })).json()
    await shop.ask('POST', `/admin/desk-payments/${id}/settle`, { as: staff, body: { receipt: '4711' } })
  }
  await doJobs(shop)
  return { ticketId: ticketIds[0], dearSeat: show.seatIds.at(-1), sameSeat: show.seatIds[1] }
}
const move = async (ticketId: number | undefined, placeId: number | undefined) => {
  const body = { placeId, paymentType: 'CASH' }
  expect((await shop.ask('PUT', `/admin/tickets/${ticketId}/place`, { as: staff, body })).statusCode).toBe(200)
  return (await doJobs(shop)).map(({ subject, paragraphs }) => ({ subject, text: paragraphs.join(' ') }))
}

test('mails how the price of a ticket that was paid before goes back when it moves to another price', async () => {
  const { ticketId, dearSeat, sameSeat } = await givenTicket('by an order at the box office')
  expect(await move(ticketId, sameSeat)).toMatchObject([{ subject: expect.stringContaining('Your order') }])
  const mails = await move(ticketId, dearSeat)
  expect(mails.toSorted((one, other) => one.subject.localeCompare(other.subject))).toMatchObject([
    { subject: expect.stringContaining('Your order') },
    { subject: expect.stringContaining('Your refund'), text: expect.stringContaining('moved to another place') },
  ])
  expect(mails.find(({ subject }) => subject.includes('refund'))?.text).toMatch(/50\.00 € .*At the box office/)
  await expectCleanBooks(shop.db)
})

test('mails about the new order alone when the difference of a move is settled in cash', async () => {
  const { ticketId, dearSeat } = await givenTicket('for cash')
  expect(await move(ticketId, dearSeat)).toMatchObject([{ subject: expect.stringContaining('Your order') }])
  await expectCleanBooks(shop.db)
})
