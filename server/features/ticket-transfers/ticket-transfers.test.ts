import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, TicketId, UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { offerTokenIn, openTransferShop, type TransferShop } from '#server/testing/transfer-shop.ts'

let shop: TransferShop

beforeAll(async () => {
  shop = await openTransferShop()
})
beforeEach(() => sql`delete from attempts`.execute(shop.db))
afterEach(() => shiftClock(shop.owner, '0'))
afterAll(() => shop.close())

const BOX = { x: 0, y: 0, width: 1, height: 1 }

const problemOf = (reply: { headers: Record<string, unknown> }) => reply.headers['x-problem']

test('gives a ticket a new code, and refuses the former one', async () => {
  const id = await shop.buy()
  const before = await shop.own(id)
  expect((await shop.newCode(id)).statusCode).toBe(204)
  const after = await shop.own(id)
  expect(after.doorCode).not.toBe(before.doorCode)
  expect([await shop.verdictOf(before.code), await shop.verdictOf(after.code)]).toEqual(['OLD_CODE', 'VALID'])
  expect((await shop.newCode(id, shop.bea)).statusCode).toBe(404)
  await race(12, () => shop.newCode(id))
  expect(problemOf(await shop.newCode(id))).toBe('too_many_requests')
  expect((await shop.stateOf(id)).issue).toBe(11)
})

test('hands a ticket on: the receiver gets it with a new code, the buyer keeps the invoice', async () => {
  const id = await shop.buy()
  const { code } = await shop.own(id)
  await doJobs(shop)
  expect((await shop.offer(id)).statusCode).toBe(204)
  const mails = await doJobs(shop)
  expect(mails.map(({ to, subject }) => [to.email, subject.split(':')[0]])).toEqual([
    ['bea@foyer.example', 'A ticket for you'],
  ])
  const token = offerTokenIn(mails)
  expect((await shop.own(id)).ticket.offeredTo).toBe('bea@foyer.example')
  expect(problemOf(await shop.offer(id))).toBe('ticket_offered')
  const seen = await shop.ask('GET', `/ticket-transfers/${token}`)
  expect([seen.statusCode, seen.json().fromFirstName]).toEqual([200, 'Ada'])
  expect(await shop.verdictOf(code)).toBe('VALID')

  expect(problemOf(await shop.accept(token, shop.ada))).toBe('transfer_to_yourself')
  expect((await shop.accept(token)).json()).toEqual({ ticketId: id })
  expect((await shop.accept(token)).json()).toEqual({ ticketId: id })
  const opened = await shop.ask('GET', `/ticket-transfers/${token}`)
  expect([opened.statusCode, problemOf(opened)]).toEqual([410, 'transfer_accepted'])
  expect(problemOf(await shop.accept(token, shop.staff))).toBe('transfer_accepted')
  expect(await shop.verdictOf(code)).toBe('OLD_CODE')
  const received = await shop.own(id, shop.bea)
  expect(await shop.verdictOf(received.code)).toBe('VALID')
  expect(received.ticket).toMatchObject({ receivedFrom: 'Ada', price: null })
  expect(await shop.own(id)).toMatchObject({
    code: null,
    doorCode: null,
    ticket: { givenTo: 'Bea', price: expect.any(Number) },
  })
  const listOf = async (as: UserId) =>
    (await shop.ask('GET', '/users/tickets?state=BOUGHT', { as })).json<{ elements: Ticket[] }>().elements
  expect((await listOf(shop.bea)).find((each) => each.id === id)).toMatchObject({ receivedFrom: 'Ada', price: null })
  expect((await listOf(shop.ada)).find((each) => each.id === id)?.givenTo).toBe('Bea')
  const known = (await shop.ask('GET', '/users/personal-data', { as: shop.bea })).json<{ tickets: Ticket[] }>()
  expect(known.tickets.find((each) => each.id === id)?.price).toBeNull()
  const printed = (await shop.ask('GET', `/tickets/printable?ticketId=${id}`, { as: shop.bea })).json()
  expect(printed.elements).toMatchObject([{ price: null, orderNumber: null, code: received.code }])
  expect((await shop.ask('GET', `/tickets/printable?ticketId=${id}`, { as: shop.ada })).json().total).toBe(0)
  const news = await doJobs(shop)
  expect(news.map(({ to, subject }) => [to.email, subject.split(':')[0]])).toEqual([
    ['ada@foyer.example', 'Your ticket was accepted'],
    ['bea@foyer.example', 'Your ticket from Ada'],
  ])
  const doors = (await shop.ask('GET', `/admin/shows/${shop.show.showId}/door-list`, { as: shop.staff })).json()
  expect(doors.entries.find((each: { id: number }) => each.id === id)?.name).toMatch(/^Bea /)

  // The refund needs the ticket back.
  const refused = await shop.refund(id)
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'Somebody else has this ticket now. Ask for it back before you return it.',
  ])
  expect(problemOf(await shop.refund(id, shop.bea))).toBe('not_found')
  expect((await shop.offer(id, shop.bea, 'ada@foyer.example')).statusCode).toBe(204)
  expect((await shop.accept(offerTokenIn(await doJobs(shop)), shop.ada)).statusCode).toBe(200)
  expect((await shop.own(id)).ticket.givenTo).toBeUndefined()
  expect((await shop.ask('GET', `/tickets/${id}`, { as: shop.bea })).statusCode).toBe(404)
  expect((await shop.refund(id)).statusCode).toBe(200)
  await expectCleanBooks(shop.db)
})

test('keeps a ticket that changed very often from its limit, so that the desk and deletions can go on', async () => {
  const { id, token } = await shop.offered()
  await shop.db.updateTable('tickets').set({ issue: 29_999 }).where('id', '=', id).execute()
  expect((await shop.accept(token)).statusCode).toBe(200)
  expect(problemOf(await shop.newCode(id, shop.bea))).toBe('ticket_not_transferable')
  expect(problemOf(await shop.offer(id, shop.bea, 'ada@foyer.example'))).toBe('ticket_not_transferable')
  const body = { placeId: shop.show.seatIds[54] }
  expect((await shop.ask('PUT', `/admin/tickets/${id}/place`, { as: shop.staff, body })).statusCode).toBe(200)
})

test('tells the receiver of a ticket when the desk moves or refunds it, without its price', async () => {
  const { id, token } = await shop.offered()
  await shop.accept(token)
  await doJobs(shop)
  const body = { placeId: shop.show.seatIds[59] }
  expect((await shop.ask('PUT', `/admin/tickets/${id}/place`, { as: shop.staff, body })).statusCode).toBe(200)
  const toBea = async () => (await doJobs(shop)).filter(({ to }) => to.email === 'bea@foyer.example')
  const [moved, ...others] = await toBea()
  expect([moved?.subject.split(':')[0], others]).toEqual(['Your ticket was moved to another place', []])
  expect(moved?.cards?.[0]?.items).toEqual([{ name: 'Stalls, row A, seat 60', amount: '' }])
  const refund = { as: shop.staff, body: { reason: 'Ill' } }
  expect((await shop.ask('PUT', `/admin/tickets/${id}/refund`, refund)).statusCode).toBe(200)
  expect((await toBea()).map(({ subject }) => subject.split(':')[0])).toEqual(['Your ticket is no longer valid'])
})

test('keeps receiver and offer when the desk moves a ticket to a place of another price', async () => {
  const { id } = await shop.db
    .insertInto('sectors')
    .values({ seating_plan_id: shop.show.seatingPlanId, name: 'Box', ...BOX, price_percent: 200 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update places set sector_id = ${id} where id = any(${shop.show.seatIds.slice(56, 58)})`.execute(shop.owner)
  const move = async (ticketId: TicketId, placeId: PlaceId | undefined) => {
    const body = { placeId, paymentType: 'CASH' }
    expect((await shop.ask('PUT', `/admin/tickets/${ticketId}/place`, { as: shop.staff, body })).statusCode).toBe(200)
    const moved = shop.db
      .selectFrom('tickets')
      .select('id')
      .where('place_id', '=', placeId as PlaceId)
    return (await moved.executeTakeFirstOrThrow()).id
  }
  const given = await shop.offered()
  await shop.accept(given.token)
  const offered = await shop.offered()
  await doJobs(shop)
  const moved = await move(given.id, shop.show.seatIds[56])
  const mails = (await doJobs(shop)).map(({ to, subject }) => [to.email, subject.split(':')[0]])
  expect(mails.filter(([to]) => to === 'bea@foyer.example')).toEqual([
    ['bea@foyer.example', 'Your ticket was moved to another place'],
  ])
  const received = await shop.own(moved, shop.bea)
  expect(received.ticket).toMatchObject({ receivedFrom: 'Ada', price: null })
  expect(await shop.verdictOf(received.code)).toBe('VALID')
  expect(await shop.own(moved)).toMatchObject({ code: null, ticket: { givenTo: 'Bea' } })
  expect(problemOf(await shop.refund(moved))).toBe('ticket_given_away')

  const other = await move(offered.id, shop.show.seatIds[57])
  expect((await shop.own(other)).ticket.offeredTo).toBe('bea@foyer.example')
  expect((await shop.accept(offered.token)).json()).toEqual({ ticketId: other })
  await expectCleanBooks(shop.db)
})

test('ends an offer when it is declined, withdrawn, refunded, or the show starts', async () => {
  const ended = async (token: string) => [problemOf(await shop.accept(token)), (await shop.accept(token)).statusCode]
  const declined = await shop.offered()
  expect((await shop.ask('POST', `/ticket-transfers/${declined.token}/refusal`)).statusCode).toBe(204)
  expect((await doJobs(shop)).map(({ to }) => to.email)).toEqual(['ada@foyer.example'])
  const withdrawn = await shop.offered()
  expect((await shop.withdraw(withdrawn.id, shop.bea)).statusCode).toBe(404)
  for (const status of [204, 204]) expect((await shop.withdraw(withdrawn.id)).statusCode).toBe(status)
  expect((await doJobs(shop)).map(({ to, subject }) => [to.email, subject.split(':')[0]])).toEqual([
    ['bea@foyer.example', 'A ticket is no longer offered'],
  ])
  const refunded = await shop.offered()
  expect((await shop.refund(refunded.id)).statusCode).toBe(200)
  const late = await shop.offered()
  for (const { token } of [declined, withdrawn, refunded]) expect(await ended(token)).toEqual(['transfer_ended', 410])
  const { startsAt } = await shop.db
    .selectFrom('event_shows')
    .select('starts_at as startsAt')
    .where('id', '=', shop.show.showId)
    .executeTakeFirstOrThrow()
  await shiftClock(shop.owner, `${startsAt.getTime() - Date.now() + 1_000} milliseconds`)
  expect(await ended(late.token)).toEqual(['transfer_too_late', 410])
  expect(problemOf(await shop.newCode(late.id))).toBe('ticket_not_transferable')
  expect((await shop.own(late.id)).code).not.toBeNull()
})

test('ends the offers of an account that is locked, also those of its own tickets', async () => {
  const [dora, emil] = [await givenUser(shop.db), await givenUser(shop.db)]
  const [own, received] = [await shop.offered(dora), await shop.offered()]
  expect((await shop.accept(received.token, emil)).statusCode).toBe(200)
  expect((await shop.offer(received.id, emil, 'cleo@foyer.example')).statusCode).toBe(204)
  const onward = offerTokenIn(await doJobs(shop))
  const admin = await givenUser(shop.db, { isAdmin: true })
  const lock = async (userId: UserId, isLocked: boolean) =>
    (await shop.ask('PATCH', `/users/${userId}/lock`, { as: admin, body: isLocked })).statusCode
  for (const userId of [dora, emil]) expect(await lock(userId, true)).toBe(204)
  for (const userId of [dora, emil]) expect(await lock(userId, false)).toBe(204)
  const cleo = await givenUser(shop.db, { email: 'cleo@foyer.example' })
  for (const token of [own.token, onward]) expect(problemOf(await shop.accept(token, cleo))).toBe('transfer_ended')
  expect(await shop.stateOf(own.id)).toMatchObject({ holderId: null })
})

test('mails strangers no text of the sender, and nothing of an offer that ended before its mail', async () => {
  const spammer = await givenUser(shop.db, { firstName: 'Win 500 EUR at www.evil.example' })
  const { id, token } = await shop.offered(spammer)
  expect((await shop.accept(token)).statusCode).toBe(200)
  const back = (await shop.offer(id, shop.bea, 'carl@foyer.example')).statusCode
  expect(back).toBe(204)
  const mails = await doJobs(shop)
  expect(mails.map(({ to }) => to.email).toSorted()).toContain('carl@foyer.example')
  expect(JSON.stringify(mails.map(({ subject, paragraphs }) => [subject, paragraphs]))).not.toContain('evil')
  expect((await shop.offer(await shop.buy(spammer), spammer, 'dora@foyer.example')).statusCode).toBe(204)
  const mail = (await doJobs(shop)).find(({ to }) => to.email === 'dora@foyer.example')
  expect(mail?.paragraphs[0]).toBe(
    'Somebody would like to give you a ticket. Open the link to accept or to decline it.',
  )
  const early = await shop.buy()
  await doJobs(shop)
  expect((await shop.offer(early)).statusCode).toBe(204)
  expect((await shop.withdraw(early)).statusCode).toBe(204)
  expect(await doJobs(shop)).toEqual([])
})

const closings: [how: string, close: (person: UserId) => ReturnType<TransferShop['ask']>][] = [
  ['deletes the account', (as) => shop.ask('DELETE', '/users', { as })],
  [
    'is locked',
    async (id) => {
      const admin = await givenUser(shop.db, { isAdmin: true })
      return shop.ask('PATCH', `/users/${id}/lock`, { as: admin, body: true })
    },
  ],
]

test.for(closings)('gives a ticket back to its buyer when its receiver %s', async ([, close]) => {
  const person = await givenUser(shop.db, { firstName: 'Kim' })
  const { id, token } = await shop.offered()
  expect((await shop.accept(token, person)).statusCode).toBe(200)
  const { code } = await shop.own(id, person)
  expect((await shop.offer(id, person)).statusCode).toBe(204)
  await doJobs(shop)
  expect((await close(person)).statusCode).toBe(204)
  const mail = (await doJobs(shop)).find(({ to }) => to.email === 'ada@foyer.example')
  expect([mail?.subject, mail?.cards?.length, (mail?.tickets?.file.length ?? 0) > 1_000]).toEqual([
    'Your tickets are yours again',
    1,
    true,
  ])
  expect(await shop.stateOf(id)).toEqual({ state: 'BOUGHT', holderId: null, issue: 3 })
  const { code: newOne, ticket } = await shop.own(id)
  expect([await shop.verdictOf(code), await shop.verdictOf(newOne), ticket.offeredTo]).toEqual([
    'OLD_CODE',
    'VALID',
    undefined,
  ])
  expect((await shop.refund(id)).statusCode).toBe(200)
  await expectCleanBooks(shop.db)
})

test('mails no offer of an account that was deleted before', async () => {
  const giver = await givenUser(shop.db, { firstName: 'Lin' })
  const id = await shop.buy(giver)
  await doJobs(shop)
  expect((await shop.offer(id, giver)).statusCode).toBe(204)
  expect((await shop.ask('DELETE', '/users', { as: giver })).statusCode).toBe(204)
  expect((await doJobs(shop)).filter(({ subject }) => subject.startsWith('A ticket for you'))).toEqual([])
})
