import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrintableTickets } from '#contract/printable-tickets.ts'
import type { OwnTicket } from '#contract/ticket-codes.ts'
import type { EntrySet, ScanAnswer } from '#contract/entry.ts'
import type { PlaceId, TicketId, UserId } from '#domain/ids.ts'
import { type Hmac, LIVE_STEP_MS, liveCodeText, liveDigits, liveSecret, liveStepAt } from '#domain/entry/live-code.ts'
import { givenScanner, givenTicket, type Scanner } from '#server/testing/given-entry.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

/** Computes HMAC-SHA-256 by WebCrypto, as pages do. */
const hmac: Hmac = async (key, message) => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign(algorithm, imported, Uint8Array.from(message)))
}

let shop: TestShop
let staff: UserId
let customer: UserId
let show: Show
let scanner: Scanner

beforeAll(async () => {
  shop = await openTestShop()
  staff = await givenUser(shop.db, { isStaff: true })
  customer = await givenUser(shop.db)
  show = await givenShow(shop.db, { seats: 20 })
  scanner = await givenScanner(shop.ask, staff, show.showId, { isSupervisor: true })
  const body = { reEntry: false, offlineUnknown: 'ADMIT', liveCodes: true, version: 1 }
  expect((await shop.ask('PUT', `/admin/shows/${show.showId}/entry`, { as: staff, body })).statusCode).toBe(204)
})
afterAll(async () => {
  await expectCleanBooks(shop.db)
  await shop.close()
})

let used = 0
function buy() {
  used += 1
  return givenTicket(shop.ask, { as: customer, showId: show.showId, placeId: show.seatIds[used] as PlaceId })
}
const own = async (id: TicketId) => (await shop.ask('GET', `/tickets/${id}`, { as: customer })).json<OwnTicket>()

/** Computes the code that the page of a ticket shows, steps before or after the present one. */
async function liveCodeOf(id: TicketId, steps = 0): Promise<string> {
  const { code, live } = await own(id)
  const secret = Buffer.from(live?.secret ?? '', 'base64url')
  return liveCodeText(code ?? '', await liveDigits(hmac, secret, liveStepAt(new Date(live?.now ?? 0)) + steps))
}
const outcome = ({ verdict, reason }: Pick<ScanAnswer, 'verdict' | 'reason'>) => [verdict, reason]
const refused = ['REFUSED', 'NOT_LIVE']
const admitted = ['ADMITTED', null]

test('admits the live code, and refuses the printed one and pictures of the live one', async () => {
  const { id, code } = await buy()
  for (const text of [code, await liveCodeOf(id, -3), await liveCodeOf(id, 3), liveCodeText(code, '00000000')]) {
    expect(outcome(await scanner.scan(text))).toEqual(refused)
  }
  expect(outcome(await scanner.scan(await liveCodeOf(id)))).toEqual(admitted)
  expect(outcome(await scanner.scan(await liveCodeOf(id)))).toEqual(['REFUSED', 'ALREADY_IN'])
  const [early, late] = [await buy(), await buy()]
  expect(outcome(await scanner.scan(await liveCodeOf(early.id, 1)))).toEqual(admitted)
  // The scan may take place in the next step.
  const begin = Date.now() % LIVE_STEP_MS
  const before = await liveCodeOf(late.id, begin > LIVE_STEP_MS - 3_000 ? 0 : -1)
  expect(outcome(await scanner.scan(before))).toEqual(admitted)
})

test('refuses the digits of another ticket and of an earlier issue', async () => {
  const [one, other] = [await buy(), await buy()]
  const digits = (await liveCodeOf(other.id)).slice(-8)
  expect(outcome(await scanner.scan(liveCodeText(one.code, digits)))).toEqual(refused)
  const before = await liveCodeOf(one.id)
  expect((await shop.ask('POST', `/tickets/${one.id}/codes`, { as: customer })).statusCode).toBeLessThan(300)
  expect(outcome(await scanner.scan(before))).toEqual(['REFUSED', 'OLD_CODE'])
  const { code } = await own(one.id)
  expect(outcome(await scanner.scan(liveCodeText(code ?? '', before.slice(-8))))).toEqual(refused)
  expect(outcome(await scanner.scan(await liveCodeOf(one.id)))).toEqual(admitted)
})

test('refuses the code to type, unless a supervisor overrules', async () => {
  const { id } = await buy()
  expect((await own(id)).doorCode).toBeNull()
  const list = await shop.ask('GET', `/admin/shows/${show.showId}/door-list`, { as: staff })
  const { entries } = list.json<{ entries: { id: TicketId; doorCode: string }[] }>()
  const typed = entries.find((entry) => entry.id === id)?.doorCode ?? ''
  expect(outcome(await scanner.scan(typed))).toEqual(refused)
  const overrule = { reason: 'Battery empty, identity card shown' }
  expect(outcome(await scanner.scan(typed, { overrule }))).toEqual(admitted)
  expect(outcome(await scanner.scan(typed, { overrule, direction: 'OUT' }))).toEqual(['LEFT', null])
})

test('gives phones the key of the show, with which they compute the same secret', async () => {
  const { id } = await buy()
  const reply = await shop.ask('GET', `/entry/set?showId=${show.showId}`, { as: scanner.token })
  const { liveKey, show: rules } = reply.json<EntrySet>()
  expect(rules.liveCodes).toBe(true)
  const secret = await liveSecret(hmac, Buffer.from(liveKey ?? '', 'base64url'), { ticketId: id, issue: 1 })
  expect(Buffer.from(secret).toString('base64url')).toBe((await own(id)).live?.secret)
  const other = await givenShow(shop.db)
  const elsewhere = await givenScanner(shop.ask, staff, other.showId)
  const set = await shop.ask('GET', `/entry/set?showId=${other.showId}`, { as: elsewhere.token })
  expect(set.json<EntrySet>().liveKey).toBeNull()
})

test('keeps a person inside whom a phone has admitted before it knew of live codes', async () => {
  const { code, id } = await buy()
  const stored = {
    ...{ key: crypto.randomUUID(), showId: show.showId, number: 90, code, direction: 'IN', clockOffsetMs: 0 },
    ...{
      scannedAt: new Date().toISOString(),
      lastContactAt: new Date().toISOString(),
      verdict: 'ADMITTED',
      reason: null,
    },
  }
  const reply = await shop.ask('POST', '/entry/scans/batch', { as: scanner.token, body: { scans: [stored] } })
  expect(reply.json<{ results: ScanAnswer[] }>().results.map(outcome)).toEqual([admitted])
  expect(outcome(await scanner.scan(await liveCodeOf(id)))).toEqual(['REFUSED', 'ALREADY_IN'])
})

test('has no files of such tickets, and says in the mail how to show them', async () => {
  await doJobs(shop)
  const { id } = await buy()
  const ask = (path: string) => shop.ask('GET', path, { as: customer })
  expect((await ask(`/tickets/printable?ticketId=${id}`)).json<PrintableTickets>()).toMatchObject({
    ...{ elements: [], total: 0, live: 1 },
  })
  expect((await ask(`/tickets/${id}/calendar`)).statusCode).toBe(404)
  const mail = (await doJobs(shop)).find(({ subject }) => subject.startsWith('Your order'))
  expect([mail?.tickets, mail?.passes, mail?.calendar]).toEqual([undefined, undefined, undefined])
  expect(mail?.paragraphs.at(-1)).toMatch(/^Tickets with a live code are not attached/)
})

test('judges codes on the door list as scanners do', async () => {
  const { id, code } = await buy()
  const check = async (text: string) =>
    (await shop.ask('POST', `/admin/shows/${show.showId}/ticket-checks`, { as: staff, body: { code: text } })).json()
  expect(await check(code)).toEqual({ verdict: 'NOT_LIVE', ticketId: id })
  expect(await check(await liveCodeOf(id))).toEqual({ verdict: 'VALID', ticketId: id })
})

test('mails the holders of tickets that were sent before, once, unless live codes are taken back', async () => {
  const [buyer, friend, refunded] = [await givenUser(shop.db), await givenUser(shop.db), await givenUser(shop.db)]
  const evening = await givenShow(shop.db, { seats: 4 })
  const [kept, given, returned] = evening.seatIds as PlaceId[]
  const { showId } = evening
  const buyAt = (as: UserId, placeId: PlaceId | undefined) =>
    givenTicket(shop.ask, { as, showId, placeId: placeId as PlaceId })
  await buyAt(buyer, kept)
  const [handedOn, back] = [await buyAt(buyer, given), await buyAt(refunded, returned)]
  await shop.db.updateTable('tickets').set({ holder_id: friend }).where('id', '=', handedOn.id).execute()
  expect((await shop.ask('PUT', `/tickets/${back.id}/cancelation`, { as: refunded })).statusCode).toBe(200)
  await doJobs(shop)
  let version = 1
  const choose = async (change: object) => {
    const body = { reEntry: false, offlineUnknown: 'ADMIT', liveCodes: true, version, ...change }
    expect((await shop.ask('PUT', `/admin/shows/${showId}/entry`, { as: staff, body })).statusCode).toBe(204)
    version += 1
  }
  await choose({})
  await choose({ liveCodes: false })
  expect(await doJobs(shop)).toEqual([])

  await choose({})
  const mails = await doJobs(shop)
  const addresses = await shop.db.selectFrom('users').select('email').where('id', 'in', [buyer, friend]).execute()
  expect(mails.map(({ to }) => to.email).toSorted()).toEqual(addresses.map(({ email }) => email).toSorted())
  for (const mail of mails) {
    expect(mail.subject).toMatch(/^Your tickets now have a live code: /)
    expect(mail.paragraphs.join(' ')).toMatch(/PDF files, wallet passes and pictures.*Open the ticket on your phone/)
    expect(mail.cards?.flatMap(({ items = [] }) => items)).toHaveLength(1)
    expect([mail.tickets, mail.passes, mail.calendar]).toEqual([undefined, undefined, undefined])
  }
  await choose({ reEntry: true })
  expect(await doJobs(shop)).toEqual([])
})
