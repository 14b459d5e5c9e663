import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { EntrySet } from '#contract/entry.ts'
import type { PlaceId, TicketId, UserId } from '#domain/ids.ts'
import { readTicketCode } from '#domain/entry/ticket-code.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { codeReader } from '#server/gateways/ticket-signatures.ts'
import { givenScanner, givenTicket, type Scanner } from '#server/testing/given-entry.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { runOperatorCommand } from '#server/testing/operator-command.ts'
import { provedTest } from '#server/testing/proving.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop, TOKEN_SECRET } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { codesOfTickets } from './codes-of-tickets.ts'
import { rememberCodes } from './ticket-keys.ts'
import { revokeTicketKey, rotateTicketKey } from './change-ticket-keys.ts'
import { renewBatch } from './renew-tickets.ts'
import { selectPublicKeys } from './ticket-keys.sql.ts'

let shop: TestShop
let show: Show
let ada: UserId
let scanner: Scanner
let seats: Iterator<PlaceId>

beforeEach(async () => {
  await shop?.close()
  shop = await openTestShop()
  show = await givenShow(shop.db, { seats: 30 })
  seats = show.seatIds.values()
  ada = await givenUser(shop.db, { email: 'ada@foyer.example' })
  const staff = await givenUser(shop.db, { isStaff: true })
  scanner = await givenScanner(shop.ask, staff, show.showId)
})
afterAll(() => shop.close())

const buy = (as = ada) => givenTicket(shop.ask, { as, showId: show.showId, placeId: seats.next().value as PlaceId })
const codeOf = async (id: TicketId, as = ada) =>
  (await shop.ask('GET', `/tickets/${id}`, { as })).json<{ code: string }>().code
const keyOf = (code: string) => readTicketCode(code)?.code.keyNumber
const issueOf = (code: string) => readTicketCode(code)?.code.issue
const keysOfSet = async () => {
  const path = `/entry/set?showId=${show.showId}`
  return (await shop.ask('GET', path, { as: scanner.token })).json<EntrySet>().keys.map(({ number }) => number)
}
const run = (...args: string[]) =>
  runOperatorCommand('ticket-keys', args, {
    ...{ DATABASE_URL: shop.databaseUrl, DATABASE_OWNER_URL: shop.ownerUrl },
    JWT_SECRET: TOKEN_SECRET,
  })

provedTest('signs with a new key at once, beside an open shop, and admits by codes of the older one', async () => {
  const { id, code } = await buy()
  expect(await run('rotate')).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: 'Key 2 signs from now on. Codes of older keys stay valid.\n',
  })
  const later = await codeOf(id)
  expect([code, later, (await buy()).code].map(keyOf)).toEqual([1, 2, 2])
  expect([issueOf(later), await keysOfSet()]).toEqual([1, [1, 2]])
  expect((await scanner.scan(code)).verdict).toBe('ADMITTED')
  expect(await scanner.scan(later)).toMatchObject({ verdict: 'REFUSED', reason: 'ALREADY_IN' })
  const listed = await run('list')
  expect(listed.stdout + listed.stderr).toMatch(
    /^1 {2}made \d{4}-\d\d-\d\d \d\d:\d\d {2}verifies\n2 {2}made .* signs\n$/,
  )
})

test('refuses the codes of a revoked key at once, before their tickets have new ones', async () => {
  const [used, unused] = [await buy(), await buy()]
  expect((await scanner.scan(used.code)).verdict).toBe('ADMITTED')
  expect((await run('revoke', '1')).stdout).toBe(
    'Key 1 is revoked, and its codes are refused. Key 2 signs.\n' +
      'The shop gives 2 tickets new codes and mails them to 1 people.\n',
  )
  expect(await scanner.scan(unused.code)).toMatchObject({ verdict: 'REFUSED', reason: 'OLD_CODE' })
  expect(await keysOfSet()).toEqual([2])
  expect((await scanner.scan(await codeOf(unused.id))).verdict).toBe('ADMITTED')
  expect(await revokeTicketKey(shop.context, 1)).toBeUndefined()
  await doJobs(shop)
  expect((await run('list')).stdout).toContain('all tickets have new codes')
  await expectCleanBooks(shop.db)
})

provedTest(
  'mails each holder once about the tickets that the key signed, also after a run that was killed',
  async () => {
    const people = [ada, ...(await Promise.all(Array.from({ length: 4 }, () => givenUser(shop.db))))]
    const bought: { as: UserId; id: TicketId; code: string }[] = []
    for (const as of [...people, ...people]) bought.push({ as, ...(await buy(as)) })
    const [given, refunded] = bought
    const bea = await givenUser(shop.db, { email: 'bea@foyer.example' })
    await sql`update tickets set holder_id = ${bea} where id = ${given?.id}`.execute(shop.db)
    expect((await shop.ask('PUT', `/tickets/${refunded?.id}/cancelation`, { as: refunded?.as })).statusCode).toBe(200)
    await doJobs(shop)
    await revokeTicketKey(shop.context, 1)
    const later = await buy()
    // The run dies after two batches of two customers.
    for (const isMore of [true, true]) expect(await renewBatch(shop.db, { key: 1, soldUntil: null }, 2)).toBe(isMore)
    const mails = (await doJobs(shop)).filter(({ subject }) => subject === 'New codes for your tickets')
    expect(mails.map(({ to, cards = [] }) => [to.email, cards.length]).toSorted()).toHaveLength(6)
    expect(new Set(mails.map(({ to }) => to.email)).size).toBe(6)
    const ofBea = mails.find(({ to }) => to.email === 'bea@foyer.example')?.cards ?? []
    expect(ofBea.map(({ items = [] }) => items.map(({ amount }) => amount))).toEqual([['']])
    expect(mails.every(({ tickets }) => (tickets?.file.length ?? 0) > 1_000)).toBe(true)
    const { rows } = await sql<{ id: TicketId; issue: number; state: string }>`
    select id, issue, state from tickets order by id`.execute(shop.db)
    expect(new Set(rows.map(({ id, issue, state }) => `${state} ${id === later.id ? 'later' : ''} ${issue}`))).toEqual(
      new Set(['BOUGHT  2', 'REFUNDED  1', 'BOUGHT later 1']),
    )
    for (const { code } of bought) expect((await scanner.scan(code)).verdict).toBe('REFUSED')
    await expectCleanBooks(shop.db)
  },
)

test('renews all other tickets when one has got as many codes as there are numbers', async () => {
  const [worn, other] = [await buy(), await buy()]
  await sql`update tickets set issue = 32767 where id = ${worn.id}`.execute(shop.db)
  await revokeTicketKey(shop.context, 1)
  await doJobs(shop)
  expect([issueOf(await codeOf(other.id)), issueOf(await codeOf(worn.id))]).toEqual([2, 32_767])
  expect((await scanner.scan(worn.code)).verdict).toBe('REFUSED')
  expect((await scanner.scan(await codeOf(worn.id))).verdict).toBe('ADMITTED')
})

test('refuses every scan of an old code that begins after the revocation', async () => {
  const tickets: Awaited<ReturnType<typeof buy>>[] = []
  for (let index = 0; index < 12; index += 1) tickets.push(await buy())
  const scanAll = (some: typeof tickets) => Promise.all(some.map(({ code }) => scanner.scan(code)))
  const scansMeanwhile = scanAll(tickets.slice(0, 6))
  await revokeTicketKey(shop.context, 1)
  const scansAfterwards = scanAll(tickets.slice(6))
  await doJobs(shop)
  expect(await scansMeanwhile).toHaveLength(6)
  expect(new Set((await scansAfterwards).map(({ reason }) => reason))).toEqual(new Set(['OLD_CODE']))
  await expectCleanBooks(shop.db)
})

test('control: without the mark of the revocation a code of the key stays valid', async () => {
  const { code } = await buy()
  await revokeTicketKey(shop.context, 1)
  const keys = await selectPublicKeys(shop.db)
  expect(codeReader(keys)(code)?.issue).toBe(0)
  expect(codeReader(keys.map((key) => ({ ...key, isRevoked: false })))(code)?.issue).toBe(1)
})

test('keeps the signing key when an older one is revoked, and logs each change', async () => {
  const { id } = await buy()
  await rotateTicketKey(shop.context)
  const { code } = await buy()
  expect(await revokeTicketKey(shop.context, 1)).toEqual({ signs: 2, tickets: 1, holders: 1, unreachable: 0 })
  await doJobs(shop)
  expect((await scanner.scan(code)).verdict).toBe('ADMITTED')
  expect((await scanner.scan(await codeOf(id))).verdict).toBe('ADMITTED')
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', action, kind, record_id) as text from change_log where kind = 'TICKET_KEY' order by id`.execute(
    shop.db,
  )
  expect(rows.map(({ text }) => text)).toEqual(['CREATED TICKET_KEY 2', 'REVOKED TICKET_KEY 1'])
})

test('refuses an unknown key, another secret, and unknown arguments', async () => {
  await buy()
  const usage = 'The command is: npm run ticket-keys -- list, or rotate, or revoke and the number of a key\n'
  for (const args of [
    ['revoke', 'x'],
    ['list', '1'],
  ]) {
    expect(await run(...args)).toEqual({ code: 1, stdout: '', stderr: usage })
  }
  expect((await run('revoke', '9')).stderr).toBe('There is no key 9.\n')
  const other = { ...shop.context, tokens: { ...shop.context.tokens, deriveKey: () => Buffer.alloc(32) } }
  await expect(rotateTicketKey(other)).rejects.toThrow('Set JWT_SECRET as for the shop.')
})

/** The shop as a server with another JWT_SECRET sees it. */
const withOtherSecret = () => ({ ...shop.context, tokens: tokensWith('another secret of the tests, 32 characters') })

test('makes one key for each of two secrets, while servers get a new one in turn', async () => {
  const { id, code } = await buy()
  const other = withOtherSecret()
  const codes = new Set([code])
  const ticket = { id, showId: show.showId, placeId: show.seatIds[0] as PlaceId, issue: 1 }
  for (let round = 0; round < 300; round += 1) {
    for (const server of [other, shop.context]) codes.add((await codesOfTickets(server))(ticket).code)
  }
  expect(Array.from(codes, keyOf)).toEqual([1, 2])
  const key = (await selectPublicKeys(shop.db)).find(({ number }) => number === 2)
  expect(codeReader(key ? [key] : [])(Array.from(codes)[1] ?? '')?.ticketId).toBe(id)
})

test('revokes the key of a secret that got out, and renews what the last server with it sold', async () => {
  const { code } = await buy()
  const other = withOtherSecret()
  await codesOfTickets(other)
  const late = await buy()
  expect(keyOf(late.code)).toBe(1)
  expect((await run('list')).stdout).toMatch(/ signs\n2 .* verifies, of another JWT_SECRET\n$/)
  expect(await revokeTicketKey(other, 1)).toEqual({ signs: 2, tickets: 2, holders: 1, unreachable: 0 })
  await doJobs(shop)
  for (const refused of [code, late.code]) {
    expect(await scanner.scan(refused)).toMatchObject({ verdict: 'REFUSED', reason: 'OLD_CODE' })
  }
  expect(issueOf(await codeOf(late.id))).toBe(2)
})

test('revokes the key of a secret that got out before a ticket was shown with a new one', async () => {
  const { id } = await buy()
  const other = withOtherSecret()
  expect(await revokeTicketKey(other, 1)).toEqual({ signs: undefined, tickets: 1, holders: 1, unreachable: 0 })
  await codesOfTickets(other)
  expect(keyOf(await codeOf(id))).toBe(3)
  expect((await selectPublicKeys(shop.db)).map(({ number, isRevoked }) => [number, isRevoked])).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ])
})

test('signs the code of a ticket once, until it was replaced or too many others were signed', () => {
  let signed = 0
  const codeOf = rememberCodes(({ ticketId, issue }) => `code ${ticketId} ${issue}, signature ${(signed += 1)}`, 2)
  const ticket = { showId: show.showId, placeId: 1 as PlaceId, ticketId: 1 as TicketId, issue: 1 }
  const other = { ...ticket, ticketId: 2 as TicketId }
  expect([codeOf(ticket), codeOf(ticket), codeOf(other)]).toEqual([
    ...['code 1 1, signature 1', 'code 1 1, signature 1', 'code 2 1, signature 2'],
  ])
  expect([codeOf({ ...ticket, issue: 2 }), codeOf(ticket)]).toEqual(['code 1 2, signature 3', 'code 1 1, signature 4'])
})
