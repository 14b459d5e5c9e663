import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { provedTest } from '#server/testing/proving.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { refundBatch } from './refund-cancelled-show.ts'
import { enqueueRefunds } from './cancellations.sql.ts'

const REASON = { reason: 'The tenor is ill.' }
const PAYMENT = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: UserId, body?: unknown) {
  const reply = await shop.ask(method, path, { as, body })
  if (reply.statusCode >= 400) throw new Error(`${path}: ${reply.body}`)
  return reply.body === '' ? undefined : reply.json()
}

async function reserve(as: UserId, { showId }: Show, places: readonly number[]): Promise<number[]> {
  const { elements } = await ask('POST', '/tickets', as, { eventShowId: showId, seatingPlanPlaceIds: places })
  return elements.map(({ id }: { id: number }) => id)
}

async function buy(as: UserId, show: Show, places: readonly number[]): Promise<{ tickets: number[]; invoice: number }> {
  const tickets = await reserve(as, show, places)
  const { id } = await ask('POST', '/orders', as, { ...PAYMENT, ticketIds: tickets })
  return { tickets, invoice: id }
}

/** Sells one standing ticket to each of several customers. */
async function sell(show: Show, count: number): Promise<void> {
  for (let order = 0; order < count; order += 1) await buy(await givenUser(shop.db), show, [show.standingPlaceId])
}

const cancel = ({ showId }: Show) => ask('POST', `/admin/shows/${showId}/cancellation`, admin, REASON)
const cancellation = ({ showId }: Show) => ask('GET', `/admin/shows/${showId}/cancellation`, admin)

test('refunds every ticket once, one invoice for each order, and releases all places', async () => {
  const show = await givenShow(shop.db, { seats: 6, standing: 10, price: 4_550 })
  const { seatIds, standingPlaceId: floor } = show
  const [ada, bob, gone] = [await givenUser(shop.db), await givenUser(shop.db), await givenUser(shop.db)]
  const first = await buy(ada, show, [seatIds[0], floor, floor] as number[])
  const second = await buy(ada, show, [seatIds[1]] as number[])
  await buy(gone, show, [seatIds[2]] as number[])
  const refundedBefore = await buy(bob, show, [seatIds[3], seatIds[4]] as number[])
  await ask('PUT', `/tickets/${refundedBefore.tickets[0]}/cancelation`, bob)
  await reserve(bob, show, [seatIds[5], floor] as number[])
  await reserve(await givenUser(shop.db), show, [floor] as number[])
  const holder = await givenUser(shop.db)
  await sql`update tickets set holder_id = ${holder} where id = ${first.tickets[0]}`.execute(shop.owner)
  await ask('DELETE', `/users/${gone}`, admin)
  await doJobs(shop)

  expect(await cancellation(show)).toMatchObject({
    cancelledAt: null,
    open: { tickets: 6, customers: 3, unreachable: 1, total: 6 * 4_550 },
    reservations: 3,
    mailed: 4,
  })
  expect(await cancel(show)).toMatchObject({ reason: REASON.reason, open: { tickets: 6 } })
  expect(await cancel(show)).toMatchObject({ reason: REASON.reason })
  const mails = await doJobs(shop)
  expect(await cancellation(show)).toMatchObject({
    doneAt: expect.any(String),
    open: { tickets: 0, customers: 0, total: 0 },
    reservations: 0,
    refunded: { tickets: 6, total: 6 * 4_550 },
  })

  const { elements } = await ask('GET', '/invoices', ada)
  const refunds = elements.filter(({ invoiceType }: { invoiceType: string }) => invoiceType === 'CANCEL')
  expect(refunds).toHaveLength(2)
  expect(refunds.map(({ total }: { total: number }) => total).toSorted()).toEqual([3 * 4_550, 4_550].toSorted())
  expect((await ask('GET', '/users/tickets', ada)).total).toBe(0)
  const { rows } = await sql<{ invoice: number; refunds: number }>`
    select invoice_id as invoice, count(distinct refund_invoice_id) as refunds from tickets
    where event_show_id = ${show.showId} group by 1 order by 1`.execute(shop.db)
  expect(
    rows.filter(({ invoice }) => [first.invoice, second.invoice].includes(invoice)).map((row) => row.refunds),
  ).toEqual([1, 1])

  expect(mails.map(({ subject }) => subject.replace(/\d+-\d+/, 'N')).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'Show cancelled, refund invoice N'),
    ...Array.from({ length: 2 }, () => expect.stringMatching(/^Show cancelled: /)),
  ])
  // The ended reservation of the floor is swept after a day.
  await sql`
    update tickets set reserved_until = reserved_until - interval '25 hours'
    where event_show_id = ${show.showId} and state = 'RESERVED'`.execute(shop.owner)
  await sql`select from graphile_worker.add_job('sweep-reservations')`.execute(shop.owner)
  await doJobs(shop)
  expect(mails[0]?.paragraphs[0]).toContain('The tenor is ill.')
  const { rows: rooms } = await sql<{ occupied: number }>`
    select occupied from standing_occupancies where event_show_id = ${show.showId}`.execute(shop.db)
  expect(rooms).toEqual([{ occupied: 0 }])
  expect((await ask('GET', '/admin/log?action=CANCELLED', admin)).elements).toMatchObject([
    { kind: 'SHOW', recordId: show.showId, reason: REASON.reason },
  ])
  await expectCleanBooks(shop.db)
})

test('sells nothing of a cancelled show, leaves it out of lists, and says why on its page', async () => {
  const show = await givenShow(shop.db, { seats: 3, name: 'The cancelled one' })
  const [ada, bob] = [await givenUser(shop.db), await givenUser(shop.db)]
  const [ticket] = await reserve(ada, show, [show.seatIds[0]] as number[])
  await cancel(show)
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [show.seatIds[1]] }
  for (const reply of [
    await shop.ask('POST', '/tickets', { as: bob, body }),
    await shop.ask('POST', '/tickets/best-available', { as: bob, body: { eventShowId: show.showId, quantity: 1 } }),
    await shop.ask('POST', '/orders', { as: ada, body: { ...PAYMENT, ticketIds: [ticket] } }),
  ]) {
    expect([reply.statusCode, reply.body]).toEqual([409, 'This show was cancelled.'])
  }
  expect((await shop.ask('GET', '/eventshows?name=The%20cancelled%20one')).json().total).toBe(0)
  const page = (await shop.ask('GET', `/eventshows/${show.showId}`)).json()
  expect(page).toMatchObject({ name: 'The cancelled one', cancelReason: REASON.reason })
  expect(page).not.toHaveProperty('availability')
})

test('continues a run that ended in the middle, and starts a dead one again', async () => {
  const show = await givenShow(shop.db, { seats: 1, standing: 20 })
  await sell(show, 9)
  await doJobs(shop)
  await cancel(show)
  // The run died after its first batch, together with its job.
  await refundBatch(shop.context, show, 6)
  await sql`select from graphile_worker.remove_job(${`refund-cancelled-show ${show.showId}`})`.execute(shop.owner)
  const half = await cancellation(show)
  expect([half.open.tickets, half.refunded.tickets, half.doneAt]).toEqual([3, 6, null])
  await expectCleanBooks(shop.db)

  await sql`select from graphile_worker.add_job('resume-cancellations')`.execute(shop.owner)
  await doJobs(shop)
  expect(await cancellation(show)).toMatchObject({ open: { tickets: 0 }, refunded: { tickets: 9 } })
  expect((await cancellation(show)).doneAt).not.toBeNull()
  await expectCleanBooks(shop.db)
})

provedTest('lets two servers refund the same show at once', async () => {
  const show = await givenShow(shop.db, { seats: 1, standing: 20 })
  await sell(show, 12)
  await cancel(show)
  await Promise.all([1, 2, 3].map(() => refundBatch(shop.context, show, 3)))
  await enqueueRefunds(shop.db, show)
  await doJobs(shop)
  expect(await cancellation(show)).toMatchObject({ open: { tickets: 0 }, refunded: { tickets: 12 } })
  await expectCleanBooks(shop.db)
})

test('refuses to cancel a show that is over', async () => {
  const show = await givenShow(shop.db, { startsIn: '-3 hours' })
  const reply = await shop.ask('POST', `/admin/shows/${show.showId}/cancellation`, { as: admin, body: REASON })
  expect([reply.statusCode, reply.body]).toEqual([409, 'This show is over.'])
  const mute = await shop.ask('POST', `/admin/shows/${show.showId}/cancellation`, { as: admin, body: { reason: ' ' } })
  expect(mute.statusCode).toBe(422)
})

test('withdraws after the start no more points than the customer has left', async () => {
  const show = await givenShow(shop.db, { seats: 2, price: 5_000, startsIn: '1 hour' })
  const ada = await givenUser(shop.db)
  await buy(ada, show, [show.seatIds[0], show.seatIds[1]] as number[])
  await shiftClock(shop.owner, '90 minutes')
  expect((await ask('GET', '/users/detail', ada)).points).toBe(100)
  await sql`insert into points_entries (user_id, points, reason, counts_from) values (${ada}, -70, 'GIFT', shop_now())`.execute(
    shop.db,
  )
  await cancel(show)
  await doJobs(shop)
  expect((await ask('GET', '/users/detail', ada)).points).toBe(0)
  expect(await cancellation(show)).toMatchObject({ refunded: { tickets: 2, total: 10_000 } })
  await expectCleanBooks(shop.db)
})

test('tells customers who have only reserved, once, and refuses their open checkouts because of the cancellation', async () => {
  const show = await givenShow(shop.db, { seats: 3, standing: 5, title: 'Aida' })
  const [ada, bob] = [await givenUser(shop.db), await givenUser(shop.db)]
  await buy(ada, show, [show.seatIds[0]] as number[])
  await reserve(ada, show, [show.seatIds[1]] as number[])
  const ticketIds = await reserve(bob, show, [show.seatIds[2], show.standingPlaceId] as number[])
  await doJobs(shop)
  await cancel(show)
  const mails = await doJobs(shop)
  expect(mails.map(({ subject }) => subject.replace(/\d+-\d+/, 'N')).toSorted()).toEqual([
    'Show cancelled, refund invoice N',
    'Show cancelled: Aida',
  ])
  const reserved = mails.find(({ subject }) => subject === 'Show cancelled: Aida')
  expect(reserved?.to).toMatchObject({ email: await emailOf(bob) })
  expect(reserved?.paragraphs.join(' ')).toContain('The tenor is ill.')
  expect(reserved?.cards?.[0]?.items).toHaveLength(2)
  await enqueueRefunds(shop.db, show)
  expect(await doJobs(shop)).toEqual([])
  for (const ids of [ticketIds, ticketIds.slice(0, 1), ticketIds.slice(1)]) {
    const reply = await shop.ask('POST', '/orders', { as: bob, body: { ...PAYMENT, ticketIds: ids } })
    expect([reply.statusCode, reply.body]).toEqual([409, 'This show was cancelled.'])
  }
  expect((await ask('GET', '/carts', bob)).tickets).toEqual([])
  await expectCleanBooks(shop.db)
})

test('leaves a trace among the tickets and on the invoices of each customer', async () => {
  const show = await givenShow(shop.db, { seats: 4, title: 'Carmen', name: 'Matinee', price: 2_000 })
  const other = await givenShow(shop.db, { seats: 1 })
  const [ada, bob, cora] = [await givenUser(shop.db), await givenUser(shop.db), await givenUser(shop.db)]
  const both = [
    ...(await reserve(ada, show, [show.seatIds[0], show.seatIds[1]] as number[])),
    ...(await reserve(ada, other, other.seatIds)),
  ]
  const { id: invoice } = await ask('POST', '/orders', ada, { ...PAYMENT, ticketIds: both })
  await reserve(bob, show, [show.seatIds[2]] as number[])
  const returned = await buy(cora, show, [show.seatIds[3]] as number[])
  const { id: ownRefund } = await ask('PUT', `/tickets/${returned.tickets[0]}/cancelation`, cora)
  expect(await ask('GET', `/invoices/${invoice}`, ada)).toMatchObject({ validTickets: 3, cancelledShows: [] })
  expect(await ask('GET', '/users/cancelled-shows', ada)).toEqual({ total: 0, elements: [] })
  await cancel(show)
  expect(await ask('GET', '/users/cancelled-shows', ada)).toMatchObject({
    elements: [{ wasBought: true, refunds: [] }],
  })
  await doJobs(shop)

  const cancelledShows = [{ eventTitle: 'Carmen', name: 'Matinee', reason: REASON.reason }]
  expect(await ask('GET', `/invoices/${invoice}`, ada)).toMatchObject({ validTickets: 1, cancelledShows })
  const { elements } = await ask('GET', '/users/cancelled-shows', ada)
  const [{ refunds }] = elements
  expect(elements).toMatchObject([{ eventTitle: 'Carmen', reason: REASON.reason, wasBought: true }])
  expect(refunds).toMatchObject([{ total: 4_000, invoiceNumber: expect.any(String) }])
  expect(await ask('GET', `/invoices/${refunds[0].id}`, ada)).toMatchObject({ validTickets: 0, cancelledShows })
  expect(await ask('GET', '/users/cancelled-shows', bob)).toMatchObject({
    total: 1,
    elements: [{ wasBought: false, refunds: [] }],
  })
  // Cora returned her ticket before, so the cancellation does not concern her.
  expect(await ask('GET', '/users/cancelled-shows', cora)).toEqual({ total: 0, elements: [] })
  expect(await ask('GET', `/invoices/${ownRefund}`, cora)).toMatchObject({ cancelledShows: [] })
})

async function emailOf(id: UserId): Promise<string> {
  const { email } = await shop.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  return email
}

provedTest('shows and refunds more cents than an integer of the database holds', async () => {
  const show = await givenShow(shop.db, { standing: 22, price: 100_000_000 })
  await sell(show, 22)
  expect(await cancellation(show)).toMatchObject({ open: { tickets: 22, total: 2_200_000_000 } })
  await cancel(show)
  await doJobs(shop)
  expect(await cancellation(show)).toMatchObject({ refunded: { tickets: 22, total: 2_200_000_000 } })
})
