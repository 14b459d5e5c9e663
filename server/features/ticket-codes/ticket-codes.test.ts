import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DoorList } from '#contract/door-list.ts'
import type { PrintableTickets } from '#contract/printable-tickets.ts'
import type { OwnTicket } from '#contract/ticket-codes.ts'
import type { PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import { readTicketCode, ticketCodeText } from '#domain/entry/ticket-code.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { isHeldBy } from '#server/features/mail/mailed-items.sql.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { getOwnTicket } from './get-own-ticket.ts'

let shop: TestShop
let staff: UserId
let customer: UserId
let show: Show

beforeAll(async () => {
  shop = await openTestShop()
  staff = await givenUser(shop.db, { isStaff: true })
  customer = await givenUser(shop.db)
  show = await givenShow(shop.db, { seats: 16 })
})
afterAll(() => shop.close())

let used = 0
const freeSeat = () => {
  used += 1
  return show.seatIds[used - 1] as PlaceId
}

async function buy(at = shop, { as, showId, placeId } = { as: customer, showId: show.showId, placeId: freeSeat() }) {
  const reserved = await at.ask('POST', '/tickets', {
    as,
    body: { eventShowId: showId, seatingPlanPlaceIds: [placeId] },
  })
  const { id } = reserved.json<{ elements: { id: TicketId }[] }>().elements[0] ?? { id: 0 as TicketId }
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const body = { ticketIds: [id], merchandiseIds: [], userPaymentInfoDto, paymentType: 'VISA' }
  expect((await at.ask('POST', '/orders', { as, body })).statusCode).toBe(201)
  return id
}

async function refund(id: TicketId) {
  expect((await shop.ask('PUT', `/tickets/${id}/cancelation`, { as: customer })).statusCode).toBe(200)
}

const read = (id: TicketId, as = customer) => shop.ask('GET', `/tickets/${id}`, { as })
const own = async (id: TicketId) => (await read(id)).json<OwnTicket>()
const codeOf = async (id: TicketId) => (await own(id)).code ?? ''

async function check(code: string, showId: ShowId = show.showId) {
  const reply = await shop.ask('POST', `/admin/shows/${showId}/ticket-checks`, { as: staff, body: { code } })
  return [reply.statusCode, reply.json()]
}

test('finds the tickets of a customer by indexes, however many tickets the shop has sold', async () => {
  const plan = await shop.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<{ 'QUERY PLAN': string }>`explain select id from tickets where ${isHeldBy(customer)}`.execute(tx)
  })
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('tickets_of_holders')
  expect(lines).not.toContain('Seq Scan')
})

test('gives a bought ticket a code that is valid at its show alone', async () => {
  const id = await buy()
  const code = await codeOf(id)
  expect(code).toMatch(/^F1[0-9A-Z $%*+\-./:]{120}$/)
  expect(await codeOf(id)).toBe(code)
  const { address, postal_code, city } = await shop.owner.selectFrom('locations').selectAll().executeTakeFirstOrThrow()
  expect((await own(id)).locationAddress).toBe(`${address}, ${postal_code} ${city}`)
  expect(await check(code)).toEqual([200, { verdict: 'VALID', ticketId: id }])
  const other = await givenShow(shop.db)
  expect(await check(code, other.showId)).toEqual([200, { verdict: 'OTHER_SHOW', ticketId: id }])
})

test('shows a ticket to its customer only, and a refunded one as refunded', async () => {
  const id = await buy()
  expect((await read(id, await givenUser(shop.db))).statusCode).toBe(404)
  await refund(id)
  const refunded = await read(id)
  expect([refunded.statusCode, refunded.body]).toEqual([410, 'This ticket was refunded. It is no longer valid.'])
})

test('refuses the code of a ticket that was refunded or moved', async () => {
  const [refunded, moved] = [await buy(), await buy()]
  const [codeOfRefunded, codeOfMoved] = [await codeOf(refunded), await codeOf(moved)]
  await refund(refunded)
  const body = { placeId: freeSeat() }
  const before = (await own(moved)).doorCode
  const reply = await shop.ask('PUT', `/admin/tickets/${moved}/place`, { as: staff, body })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  expect(await check(codeOfRefunded)).toEqual([200, { verdict: 'REFUNDED', ticketId: refunded }])
  expect(await check(codeOfMoved)).toEqual([200, { verdict: 'OLD_CODE', ticketId: moved }])
  expect(await check(await codeOf(moved))).toEqual([200, { verdict: 'VALID', ticketId: moved }])
  expect((await own(moved)).doorCode).not.toBe(before)
})

test('refuses any other text, and codes that were changed or signed elsewhere', async () => {
  const code = await codeOf(await buy())
  const { payload, signature } = readTicketCode(code) ?? { payload: new Uint8Array(), signature: new Uint8Array() }
  const changed = Uint8Array.from(payload)
  changed[8] = (changed[8] ?? 0) ^ 1
  const otherKey = Uint8Array.from(payload)
  otherKey[0] = 77
  const texts = ['', 'F1', 'https://foyer.example/', 'x'.repeat(4_000), code.toLowerCase(), code.slice(1), `${code} `]
  const forged = [ticketCodeText(changed, signature), ticketCodeText(otherKey, signature)]
  for (const text of [...texts, ...forged]) {
    expect([text, await check(text)]).toEqual([text, [200, { verdict: 'UNKNOWN', ticketId: null }]])
  }
})

test('makes one first key for concurrent readers, and another one after the secret has changed', async () => {
  const other = await openTestShop()
  const reader = await givenUser(other.db)
  const seats = await givenShow(other.db, { seats: 1 })
  const id = await buy(other, { as: reader, showId: seats.showId, placeId: seats.seatIds[0] as PlaceId })
  const readAs = async (tokens = other.context.tokens) =>
    (await getOwnTicket({ ...other.context, tokens }, { id, userId: reader })).code ?? ''
  const codes = await Promise.all(Array.from({ length: 8 }, () => readAs()))
  expect(new Set(codes).size).toBe(1)
  const later = await readAs(tokensWith('another secret of at least 32 characters'))
  expect([codes[0], later].map((code) => readTicketCode(code ?? '')?.code.keyNumber)).toEqual([1, 2])
  const as = await givenUser(other.db, { isStaff: true })
  for (const code of [codes[0], later]) {
    const reply = await other.ask('POST', `/admin/shows/${seats.showId}/ticket-checks`, { as, body: { code } })
    expect(reply.json()).toEqual({ verdict: 'VALID', ticketId: id })
  }
  await other.close()
})

test('lists what is printed on bought tickets: of one, of an order, or of all coming shows', async () => {
  const as = await givenUser(shop.db)
  const [first, second] = [freeSeat(), freeSeat()]
  const ids = [
    await buy(shop, { as, showId: show.showId, placeId: first }),
    await buy(shop, { as, showId: show.showId, placeId: second }),
  ]
  const printable = async (query = '', reader = as) => {
    const { elements } = (await shop.ask('GET', `/tickets/printable?${query}`, { as: reader })).json<PrintableTickets>()
    return elements
  }
  expect((await printable()).map(({ id }) => id)).toEqual(ids)
  const [ticket] = await printable(`ticketId=${ids[1]}`)
  const { code, doorCode } = (await read(ids[1] as TicketId, as)).json<OwnTicket>()
  expect(ticket).toMatchObject({ id: ids[1], placeId: second, code, doorCode })
  expect(ticket?.orderNumber).toMatch(/^\d{4}-\d{6}$/)
  const sale = shop.db
    .selectFrom('tickets')
    .select('invoice_id as invoiceId')
    .where('id', '=', ids[0] as TicketId)
  const { invoiceId } = await sale.executeTakeFirstOrThrow()
  expect((await printable(`invoiceId=${invoiceId}`)).map(({ id }) => id)).toEqual([ids[0]])
  expect(await printable(`invoiceId=${invoiceId}`, customer)).toEqual([])
  await shop.ask('PUT', `/tickets/${ids[0]}/cancelation`, { as })
  expect((await printable()).map(({ id }) => id)).toEqual([ids[1]])
})

test('prints the soonest 100 of many tickets, counts all, and leaves out those with live codes', async () => {
  const as = await givenUser(shop.db)
  const shows = await Promise.all(
    ['3 days', '1 day', '2 days'].map((startsIn) => givenShow(shop.db, { startsIn, standing: 100 })),
  )
  for (const [index, { showId, standingPlaceId }] of shows.entries()) {
    const tickets = Array.from({ length: 60 + index }, () => ({ placeId: standingPlaceId }))
    const body = { userId: as, tickets, paymentType: 'CASH', isMailed: false }
    expect((await shop.ask('POST', `/admin/shows/${showId}/sales`, { as: staff, body })).statusCode).toBe(201)
  }
  const [last, first, live] = shows as [Show, Show, Show]
  await shop.db.updateTable('event_shows').set({ live_codes: true }).where('id', '=', live.showId).execute()
  const printed = (await shop.ask('GET', '/tickets/printable', { as })).json<PrintableTickets>()
  expect([printed.total, printed.live]).toEqual([121, 62])
  expect(printed.elements.map(({ placeId }) => placeId)).toEqual([
    ...Array.from({ length: 61 }, () => first.standingPlaceId),
    ...Array.from({ length: 39 }, () => last.standingPlaceId),
  ])
})

test('lists the code to type on the door list, and each ticket of the customer', async () => {
  const ids = [await buy(), await buy()]
  const { doorCode, boughtIds } = await own(ids[0] as TicketId)
  expect(doorCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(boughtIds).toEqual(expect.arrayContaining(ids))
  const list = (await shop.ask('GET', `/admin/shows/${show.showId}/door-list`, { as: staff })).json<DoorList>()
  expect(list.entries.find((entry) => entry.id === ids[0])?.doorCode).toBe(doorCode)
})
