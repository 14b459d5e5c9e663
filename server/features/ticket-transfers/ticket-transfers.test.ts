import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnTicket } from '#contract/ticket-codes.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { TicketId, UserId } from '#domain/ids.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { hashOfToken } from '#server/gateways/random-tokens.ts'
import type { Mail } from '#server/gateways/mailer.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { selectTicketToHandOver, selectTransferOf, updateHolder, updateOfferEnded } from './ticket-transfers.sql.ts'

const ROUNDS = 6

let shop: TestShop
let show: Show
let staff: UserId
let ada: UserId
let bea: UserId

beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS_PER_SHOW: '100', MAX_RESERVATIONS: '100' })
  show = await givenShow(shop.db, { seats: 60 })
  staff = await givenUser(shop.db, { isStaff: true })
  ada = await givenUser(shop.db, { email: 'ada@foyer.example', firstName: 'Ada' })
  bea = await givenUser(shop.db, { email: 'bea@foyer.example', firstName: 'Bea' })
})
beforeEach(() => sql`delete from attempts`.execute(shop.db))
afterEach(() => shiftClock(shop.owner, '0'))
afterAll(() => shop.close())

let used = 0

async function buy(as = ada): Promise<TicketId> {
  used += 1
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds.slice(used - 1, used) }
  const reserved = (await shop.ask('POST', '/tickets', { as, body })).json<{ elements: { id: TicketId }[] }>()
  const ticketIds = reserved.elements.map(({ id }) => id)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = { ticketIds, merchandiseIds: [], userPaymentInfoDto, paymentType: 'VISA' }
  expect((await shop.ask('POST', '/orders', { as, body: order })).statusCode).toBe(201)
  return ticketIds[0] as TicketId
}

const offer = (id: TicketId, as = ada, email = 'bea@foyer.example') =>
  shop.ask('POST', `/tickets/${id}/transfers`, { as, body: { email } })
const withdraw = (id: TicketId, as = ada) => shop.ask('DELETE', `/tickets/${id}/transfers`, { as })
const accept = (token: string, as = bea) => shop.ask('POST', `/ticket-transfers/${token}/acceptance`, { as })
const refund = (id: TicketId, as = ada) => shop.ask('PUT', `/tickets/${id}/cancelation`, { as })
const newCode = (id: TicketId, as = ada) => shop.ask('POST', `/tickets/${id}/codes`, { as })
const own = async (id: TicketId, as = ada) => (await shop.ask('GET', `/tickets/${id}`, { as })).json<OwnTicket>()
const problemOf = (reply: { headers: Record<string, unknown> }) => reply.headers['x-problem']

async function verdictOf(code: string | null) {
  const body = { code: code ?? '' }
  const reply = await shop.ask('POST', `/admin/shows/${show.showId}/ticket-checks`, { as: staff, body })
  return reply.json<{ verdict: string }>().verdict
}

const tokenIn = (mails: readonly Mail[]) => {
  const url = mails.find(({ subject }) => subject.startsWith('A ticket for you'))?.link?.url ?? 'http://none'
  return new URL(url).searchParams.get('token') ?? ''
}

/** Buys and offers a ticket. Returns it and the token of the mail. */
async function offered(as = ada) {
  const id = await buy(as)
  expect((await offer(id, as)).statusCode).toBe(204)
  return { id, token: tokenIn(await doJobs(shop)) }
}

const stateOf = (id: TicketId) =>
  shop.db
    .selectFrom('tickets')
    .select(['state', 'issue', 'holder_id as holderId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('gives a ticket a new code, and refuses the former one', async () => {
  const id = await buy()
  const before = await own(id)
  expect((await newCode(id)).statusCode).toBe(204)
  const after = await own(id)
  expect(after.doorCode).not.toBe(before.doorCode)
  expect([await verdictOf(before.code), await verdictOf(after.code)]).toEqual(['OLD_CODE', 'VALID'])
  expect((await newCode(id, bea)).statusCode).toBe(404)
  await race(12, () => newCode(id))
  expect(problemOf(await newCode(id))).toBe('too_many_requests')
  expect((await stateOf(id)).issue).toBe(11)
})

test('hands a ticket on: the receiver gets it with a new code, the buyer keeps the invoice', async () => {
  const id = await buy()
  const { code } = await own(id)
  await doJobs(shop)
  expect((await offer(id)).statusCode).toBe(204)
  const mails = await doJobs(shop)
  expect(mails.map(({ to, subject }) => [to.email, subject.split(':')[0]])).toEqual([
    ['bea@foyer.example', 'A ticket for you'],
  ])
  const token = tokenIn(mails)
  expect((await own(id)).ticket.offeredTo).toBe('bea@foyer.example')
  expect(problemOf(await offer(id))).toBe('ticket_offered')
  const seen = await shop.ask('GET', `/ticket-transfers/${token}`)
  expect([seen.statusCode, seen.json().fromFirstName]).toEqual([200, 'Ada'])
  expect(await verdictOf(code)).toBe('VALID')

  expect(problemOf(await accept(token, ada))).toBe('transfer_to_yourself')
  expect((await accept(token)).json()).toEqual({ ticketId: id })
  expect((await accept(token)).json()).toEqual({ ticketId: id })
  const opened = await shop.ask('GET', `/ticket-transfers/${token}`)
  expect([opened.statusCode, problemOf(opened)]).toEqual([410, 'transfer_accepted'])
  expect(problemOf(await accept(token, staff))).toBe('transfer_accepted')
  expect(await verdictOf(code)).toBe('OLD_CODE')
  const received = await own(id, bea)
  expect(await verdictOf(received.code)).toBe('VALID')
  expect(received.ticket).toMatchObject({ receivedFrom: 'Ada', price: null })
  expect(await own(id)).toMatchObject({
    code: null,
    doorCode: null,
    ticket: { givenTo: expect.stringMatching(/^Bea /), price: expect.any(Number) },
  })
  const listOf = async (as: UserId) =>
    (await shop.ask('GET', '/users/tickets?state=BOUGHT', { as })).json<{ elements: Ticket[] }>().elements
  expect((await listOf(bea)).find((each) => each.id === id)).toMatchObject({ receivedFrom: 'Ada', price: null })
  expect((await listOf(ada)).find((each) => each.id === id)?.givenTo).toMatch(/^Bea /)
  const known = (await shop.ask('GET', '/users/personal-data', { as: bea })).json<{ tickets: Ticket[] }>()
  expect(known.tickets.find((each) => each.id === id)?.price).toBeNull()
  const printed = (await shop.ask('GET', `/tickets/printable?ticketId=${id}`, { as: bea })).json()
  expect(printed.elements).toMatchObject([{ price: null, orderNumber: null, code: received.code }])
  expect((await shop.ask('GET', `/tickets/printable?ticketId=${id}`, { as: ada })).json().total).toBe(0)
  const news = await doJobs(shop)
  expect(news.map(({ to, subject }) => [to.email, subject.split(':')[0]])).toEqual([
    ['ada@foyer.example', 'Your ticket was accepted'],
    ['bea@foyer.example', 'Your ticket from Ada'],
  ])
  const doors = (await shop.ask('GET', `/admin/shows/${show.showId}/door-list`, { as: staff })).json()
  expect(doors.entries.find((each: { id: number }) => each.id === id)?.name).toMatch(/^Bea /)

  // The refund needs the ticket back.
  const refused = await refund(id)
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'Somebody else has this ticket now. Ask for it back before you return it.',
  ])
  expect(problemOf(await refund(id, bea))).toBe('not_found')
  expect((await offer(id, bea, 'ada@foyer.example')).statusCode).toBe(204)
  expect((await accept(tokenIn(await doJobs(shop)), ada)).statusCode).toBe(200)
  expect((await own(id)).ticket.givenTo).toBeUndefined()
  expect((await shop.ask('GET', `/tickets/${id}`, { as: bea })).statusCode).toBe(404)
  expect((await refund(id)).statusCode).toBe(200)
  await expectCleanBooks(shop.db)
})

test('tells the receiver of a ticket when the desk moves or refunds it, without its price', async () => {
  const { id, token } = await offered()
  await accept(token)
  await doJobs(shop)
  const body = { placeId: show.seatIds[59] }
  expect((await shop.ask('PUT', `/admin/tickets/${id}/place`, { as: staff, body })).statusCode).toBe(200)
  const toBea = async () => (await doJobs(shop)).filter(({ to }) => to.email === 'bea@foyer.example')
  const [moved, ...others] = await toBea()
  expect([moved?.subject.split(':')[0], others]).toEqual(['Your ticket was moved to another place', []])
  expect(moved?.cards?.[0]?.items).toEqual([{ name: 'Stalls, row A, seat 60', amount: '' }])
  const refund = { as: staff, body: { reason: 'Ill' } }
  expect((await shop.ask('PUT', `/admin/tickets/${id}/refund`, refund)).statusCode).toBe(200)
  expect((await toBea()).map(({ subject }) => subject.split(':')[0])).toEqual(['Your ticket is no longer valid'])
})

test('ends an offer when it is declined, withdrawn, refunded, or the show starts', async () => {
  const ended = async (token: string) => [problemOf(await accept(token)), (await accept(token)).statusCode]
  const declined = await offered()
  expect((await shop.ask('POST', `/ticket-transfers/${declined.token}/refusal`)).statusCode).toBe(204)
  expect((await doJobs(shop)).map(({ to }) => to.email)).toEqual(['ada@foyer.example'])
  const withdrawn = await offered()
  expect((await withdraw(withdrawn.id, bea)).statusCode).toBe(404)
  for (const status of [204, 204]) expect((await withdraw(withdrawn.id)).statusCode).toBe(status)
  expect((await doJobs(shop)).map(({ to, subject }) => [to.email, subject.split(':')[0]])).toEqual([
    ['bea@foyer.example', 'A ticket is no longer offered'],
  ])
  const refunded = await offered()
  expect((await refund(refunded.id)).statusCode).toBe(200)
  const late = await offered()
  for (const { token } of [declined, withdrawn, refunded]) expect(await ended(token)).toEqual(['transfer_ended', 410])
  const { startsAt } = await shop.db
    .selectFrom('event_shows')
    .select('starts_at as startsAt')
    .where('id', '=', show.showId)
    .executeTakeFirstOrThrow()
  await shiftClock(shop.owner, `${startsAt.getTime() - Date.now() + 1_000} milliseconds`)
  expect(await ended(late.token)).toEqual(['transfer_ended', 410])
  expect(problemOf(await newCode(late.id))).toBe('ticket_not_transferable')
  expect((await own(late.id)).code).not.toBeNull()
})

test('mails strangers no text of the sender, and nothing of an offer that ended before its mail', async () => {
  const spammer = await givenUser(shop.db, { firstName: 'Win 500 EUR at www.evil.example' })
  const { id, token } = await offered(spammer)
  expect((await accept(token)).statusCode).toBe(200)
  const back = (await offer(id, bea, 'carl@foyer.example')).statusCode
  expect(back).toBe(204)
  const mails = await doJobs(shop)
  expect(mails.map(({ to }) => to.email).toSorted()).toContain('carl@foyer.example')
  expect(JSON.stringify(mails.map(({ subject, paragraphs }) => [subject, paragraphs]))).not.toContain('evil')
  expect((await offer(await buy(spammer), spammer, 'dora@foyer.example')).statusCode).toBe(204)
  const mail = (await doJobs(shop)).find(({ to }) => to.email === 'dora@foyer.example')
  expect(mail?.paragraphs[0]).toBe(
    'Somebody would like to give you a ticket. Open the link to accept or to decline it.',
  )
  const early = await buy()
  await doJobs(shop)
  expect((await offer(early)).statusCode).toBe(204)
  expect((await withdraw(early)).statusCode).toBe(204)
  expect(await doJobs(shop)).toEqual([])
})

test('limits the offers to one address, whoever sends them', async () => {
  const offerOften = async (count: number) => {
    const sender = await givenUser(shop.db)
    const id = await buy(sender)
    const statuses: number[] = []
    for (let offers = 0; offers < count; offers += 1) {
      statuses.push((await offer(id, sender, offers % 2 ? 'Victim@foyer.example' : 'victim@foyer.example')).statusCode)
      await withdraw(id, sender)
    }
    expect((await offer(id, sender, 'another@foyer.example')).statusCode).toBe(204)
    return statuses.filter((status) => status === 204).length
  }
  expect(await offerOften(20)).toBe(20)
  expect(await offerOften(20)).toBe(10)
  await shiftClock(shop.owner, '31 minutes')
  expect(await offerOften(2)).toBe(1)
  await doJobs(shop)
})

test('keeps what it knows of transfers in the personal data, and clears the address after the show', async () => {
  await offered()
  const data = async () => (await shop.ask('GET', '/users/personal-data', { as: ada })).json().ticketTransfers
  expect((await data()).at(-1)).toMatchObject({ isGiven: true, toEmail: 'bea@foyer.example', state: 'OFFERED' })
  await shiftClock(shop.owner, '500 days')
  await enqueue(shop.db, 'clear-transfer-addresses', {})
  await doJobs(shop)
  await shiftClock(shop.owner, '0')
  expect((await data()).at(-1)).toMatchObject({ toEmail: '' })
})

test('gives a ticket back to its buyer when its receiver deletes the account', async () => {
  const person = await givenUser(shop.db, { firstName: 'Kim' })
  const { id, token } = await offered()
  expect((await accept(token, person)).statusCode).toBe(200)
  const { code } = await own(id, person)
  expect((await offer(id, person)).statusCode).toBe(204)
  await doJobs(shop)
  expect((await shop.ask('DELETE', '/users', { as: person })).statusCode).toBe(204)
  const mail = (await doJobs(shop)).find(({ to }) => to.email === 'ada@foyer.example')
  expect([mail?.subject, mail?.cards?.length, (mail?.tickets?.file.length ?? 0) > 1_000]).toEqual([
    'Your tickets are yours again',
    1,
    true,
  ])
  expect(await stateOf(id)).toEqual({ state: 'BOUGHT', holderId: null, issue: 3 })
  const { code: newOne, ticket } = await own(id)
  expect([await verdictOf(code), await verdictOf(newOne), ticket.offeredTo]).toEqual(['OLD_CODE', 'VALID', undefined])
  expect((await refund(id)).statusCode).toBe(200)
  await expectCleanBooks(shop.db)
})

test('leaves no ticket with an account that is deleted while it accepts', async () => {
  for (const { id, token } of await givenOffers()) {
    const person = await givenUser(shop.db)
    const [accepted, deleted] = await Promise.all([accept(token, person), shop.ask('DELETE', '/users', { as: person })])
    expect([deleted.statusCode, [200, 401].includes(accepted.statusCode)]).toEqual([204, true])
    const { holderId, issue } = await stateOf(id)
    expect([holderId, issue]).toEqual([null, accepted.statusCode === 200 ? 3 : 1])
  }
})

test('either refunds or hands on a ticket when both happen at once', async () => {
  for (const { id, token } of await givenOffers()) {
    const [accepted, refunded] = await Promise.all([accept(token), refund(id)])
    const { state, holderId, issue } = await stateOf(id)
    expect([accepted.statusCode, refunded.statusCode, state, holderId, issue]).toEqual(
      accepted.statusCode === 200 ? [200, 409, 'BOUGHT', bea, 2] : [410, 200, 'REFUNDED', null, 1],
    )
  }
  await expectCleanBooks(shop.db)
})

test('hands a ticket to one of eight receivers of the same link', async () => {
  const { id, token } = await offered()
  const people = await Promise.all(Array.from({ length: 8 }, () => givenUser(shop.db)))
  const replies = await race(8, (index) => accept(token, people[index]))
  const winner = people[replies.findIndex(({ statusCode }) => statusCode === 200)]
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(410)])
  expect(await stateOf(id)).toEqual({ state: 'BOUGHT', holderId: winner, issue: 2 })
})

test('raises the issue once for each new code and each acceptance that happen at once', async () => {
  for (const { id, token } of await givenOffers()) {
    const [coded, accepted] = await Promise.all([newCode(id), accept(token)])
    expect(accepted.statusCode).toBe(200)
    expect((await stateOf(id)).issue).toBe(coded.statusCode === 204 ? 3 : 2)
    expect(coded.statusCode === 204 || coded.statusCode === 404).toBe(true)
  }
})

test('control: without the lock a refunded ticket is handed on', async () => {
  const { id, token } = await offered()
  await inTransaction(shop.db, async (tx) => {
    const transfer = await selectTransferOf(tx, hashOfToken(token))
    const ticket = await selectTicketToHandOver(tx, id)
    expect([transfer?.state, ticket?.state]).toEqual(['OFFERED', 'BOUGHT'])
    expect((await refund(id)).statusCode).toBe(200)
    await updateHolder(tx, id, bea)
    await updateOfferEnded(tx, id, { state: 'ACCEPTED', to: bea })
  })
  expect(await stateOf(id)).toEqual({ state: 'REFUNDED', holderId: bea, issue: 2 })
})

/** Offers several tickets, each with a link of its own. */
async function givenOffers() {
  const offers = []
  for (let round = 0; round < ROUNDS; round += 1) offers.push(await offered())
  return offers
}
