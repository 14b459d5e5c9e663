import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { getShowEntry } from '#contract/admin-entry.ts'
import type { listGates } from '#contract/admin-gates.ts'
import type { DoorList } from '#contract/door-list.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { EntrySet, ScanAnswer, StoredScan } from '#contract/entry.ts'
import { findPlace, unpackTickets } from '#domain/entry-set.ts'
import type { GateId, PlaceId, TicketId, UserId } from '#domain/ids.ts'
import { readTicketCode } from '#domain/ticket-code.ts'
import { givenScanner, givenTicket, type Scanner } from '#server/testing/given-entry.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

let shop: TestShop
let staff: UserId
let customer: UserId
let show: Show
let scanner: Scanner

beforeAll(async () => {
  shop = await openTestShop()
  staff = await givenUser(shop.db, { isStaff: true })
  customer = await givenUser(shop.db)
  show = await givenShow(shop.db, { seats: 40 })
  scanner = await givenScanner(shop.ask, staff, show.showId)
})
afterAll(async () => {
  await expectCleanBooks(shop.db)
  await shop.close()
})

let used = 0
function buy(at = show) {
  used += 1
  const placeId = at.seatIds[used % at.seatIds.length] as PlaceId
  return givenTicket(shop.ask, { as: customer, showId: at.showId, placeId })
}

const outcome = ({ verdict, reason }: Pick<ScanAnswer, 'verdict' | 'reason'>) => [verdict, reason]
const setRules = (rules: string, at = show) =>
  sql`update event_shows set ${sql.raw(rules)} where id = ${at.showId}`.execute(shop.db)

async function givenGate(name: string, sectors: readonly string[]): Promise<GateId> {
  const { rows } = await sql<{ id: GateId }>`
    with gate as (
      insert into gates (location_id, name)
      select location_id, ${name} from event_shows where id = ${show.showId} returning id
    ), served as (
      insert into gate_sectors select gate.id, sectors.id from gate, sectors
      where sectors.seating_plan_id = ${show.seatingPlanId} and sectors.name = any(${sectors})
    ) select id from gate`.execute(shop.db)
  return (rows[0] as { id: GateId }).id
}

test('pairs a phone once, by a code of eight digits, and refuses guesses', async () => {
  const body = { name: 'Left door', gateId: null, direction: 'IN', isSupervisor: false }
  const created = await shop.ask('POST', `/admin/shows/${show.showId}/entry-pairings`, { as: staff, body })
  const { code, href } = created.json<{ code: string; href: string }>()
  expect(code).toMatch(/^\d{8}$/)
  expect(href).toMatch(new RegExp(`/scan#${code}$`))
  const redeem = (digits: string, from = '10.0.0.1') =>
    shop.ask('POST', '/entry/pairings', { body: { code: digits }, from })
  const paired = await redeem(code)
  const { token, device } = paired.json<{ token: string; device: { name: string; shows: { id: number }[] } }>()
  expect([paired.statusCode, device.name, device.shows.map(({ id }) => id)]).toEqual([201, 'Left door', [show.showId]])
  expect((await shop.ask('GET', '/entry/device', { as: token })).json()).toMatchObject({
    name: 'Left door',
    gate: null,
  })
  expect([(await redeem(code)).statusCode, (await redeem(code)).body]).toEqual([
    410,
    'This code is wrong, used or expired. Please ask for a new one.',
  ])
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, digit) => redeem(`0000000${digit % 10}`, '10.0.0.9')),
  )
  expect(guesses.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(10)
})

test('lets an expired code pair nothing', async () => {
  const body = { name: 'Late', gateId: null, direction: 'IN', isSupervisor: false }
  const created = await shop.ask('POST', `/admin/shows/${show.showId}/entry-pairings`, { as: staff, body })
  await sql`update entry_pairings set expires_at = shop_now()`.execute(shop.owner)
  const { code } = created.json<{ code: string }>()
  expect((await shop.ask('POST', '/entry/pairings', { body: { code }, from: '10.0.0.2' })).statusCode).toBe(410)
})

test('refuses a revoked device, one whose shows are over, and tokens of users', async () => {
  const revoked = await givenScanner(shop.ask, staff, show.showId)
  const askAs = async (token: string | undefined) => (await shop.ask('GET', '/entry/device', { as: token })).statusCode
  expect(await askAs(revoked.token)).toBe(200)
  const revoking = await shop.ask('DELETE', `/admin/entry-devices/${revoked.device.id}`, { as: staff })
  expect([revoking.statusCode, await askAs(revoked.token)]).toEqual([204, 401])
  const past = await givenShow(shop.db, { startsIn: '-13 hours' })
  const ended = await givenScanner(shop.ask, staff, past.showId)
  expect(await askAs(ended.token)).toBe(200)
  await setRules(`ends_at = shop_now() - interval '12 hours'`, past)
  expect(await askAs(ended.token)).toBe(401)
  expect([await askAs(undefined), await askAs(await shop.tokenOf(staff)), await askAs('x'.repeat(43))]).toEqual([
    401, 401, 401,
  ])
  expect((await shop.ask('GET', '/users/tickets', { as: scanner.token })).statusCode).toBe(401)
})

test('serves a device its own shows and directions only', async () => {
  const other = await givenShow(shop.db)
  const doorman = await givenScanner(shop.ask, staff, show.showId, { direction: 'IN' })
  await expect(doorman.scan('', { direction: 'OUT' })).rejects.toThrow('You are not allowed to do this.')
  await expect(doorman.scan('', { showId: other.showId })).rejects.toThrow('You are not allowed')
  const set = await shop.ask('GET', `/entry/set?showId=${other.showId}`, { as: doorman.token })
  expect(set.statusCode).toBe(403)
})

test('admits a ticket once, names its seat, and tells a second scan of the first', async () => {
  const { id, code } = await buy()
  const first = await scanner.scan(code)
  expect(first).toMatchObject({ verdict: 'ADMITTED', reason: null, ticketId: id, isDouble: false })
  expect(first.seat).toMatchObject({ sectorName: 'Stalls', rowName: 'A', placeType: 'SITTING' })
  const second = await scanner.scan(code)
  expect(outcome(second)).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(second.firstAdmission?.admittedAt).toBe(first.firstAdmission?.admittedAt)
})

test('gives the same key the same verdict, also of scans at once', async () => {
  const { code } = await buy()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => scanner.scan(code, { key })))
  expect(new Set(answers.map(({ verdict }) => verdict))).toEqual(new Set(['ADMITTED']))
  expect(outcome(await scanner.scan(code, { key }))).toEqual(['ADMITTED', null])
  expect(outcome(await scanner.scan(code))).toEqual(['REFUSED', 'ALREADY_IN'])
})

test('refuses any text that is no ticket, also binary and very long ones', async () => {
  const { code } = await buy()
  const texts = ['', 'https://foyer.example/ticket/1', 'x'.repeat(4_000), '\u0000\u0001\uD800', 'ÿ'.repeat(4_000)]
  for (const text of [...texts, code.toLowerCase(), code.slice(0, -1), `${code} `, '12345678', 'F1']) {
    const answer = await scanner.scan(text)
    expect([text.slice(0, 40), ...outcome(answer), answer.ticketId]).toEqual([
      ...[text.slice(0, 40), 'REFUSED', 'NOT_VALID', null],
    ])
  }
})

test('admits by the code to type, written in any way', async () => {
  const { doorCode } = await buy()
  const typed = `${doorCode.slice(0, 4)} ${doorCode.slice(4)}`.toLowerCase()
  expect(outcome(await scanner.scan(typed))).toEqual(['ADMITTED', null])
  expect(outcome(await scanner.scan(doorCode))).toEqual(['REFUSED', 'ALREADY_IN'])
})

test('tells of a replaced code to type that it is old, though nobody has scanned it before', async () => {
  const { id, doorCode } = await buy()
  expect((await shop.ask('POST', `/tickets/${id}/codes`, { as: customer })).statusCode).toBeLessThan(300)
  expect(outcome(await scanner.scan(doorCode))).toEqual(['REFUSED', 'OLD_CODE'])
})

test('refuses refunded and replaced codes, and tickets of other shows', async () => {
  const [refunded, moved] = [await buy(), await buy()]
  expect((await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })).statusCode).toBe(200)
  const body = { placeId: show.seatIds[39] }
  expect((await shop.ask('PUT', `/admin/tickets/${moved.id}/place`, { as: staff, body })).statusCode).toBe(200)
  expect(outcome(await scanner.scan(refunded.code))).toEqual(['REFUSED', 'REFUNDED'])
  expect(outcome(await scanner.scan(moved.code))).toEqual(['REFUSED', 'OLD_CODE'])
  const tomorrow = await givenShow(shop.db, { eventId: show.eventId, startsIn: '3 days' })
  const other = await givenShow(shop.db, { title: 'Figaro' })
  const otherDay = await scanner.scan((await buy(tomorrow)).code)
  expect(outcome(otherDay)).toEqual(['REFUSED', 'OTHER_DAY'])
  const otherShow = await scanner.scan((await buy(other)).code)
  expect([...outcome(otherShow), otherShow.ticketShow?.eventTitle]).toEqual(['REFUSED', 'OTHER_SHOW', 'Figaro'])
})

test('refuses at a gate of other sectors, and names the right one', async () => {
  const [floor, stalls] = [await givenGate('Gate F', ['Floor']), await givenGate('Gate S', ['Stalls'])]
  const { code } = await buy()
  const atFloor = await givenScanner(shop.ask, staff, show.showId, { gateId: floor })
  const atStalls = await givenScanner(shop.ask, staff, show.showId, { gateId: stalls })
  const refused = await atFloor.scan(code)
  expect([...outcome(refused), refused.rightGates]).toEqual(['REFUSED', 'WRONG_GATE', ['Gate S']])
  expect(outcome(await atStalls.scan(code))).toEqual(['ADMITTED', null])
  expect((await atFloor.scan(code)).firstAdmission?.gateName).toBe('Gate S')
})

test('refuses before the doors open, and after a cancellation', async () => {
  const early = await givenShow(shop.db)
  const door = await givenScanner(shop.ask, staff, early.showId)
  const { code } = await buy(early)
  await setRules(`doors_open_at = shop_now() + interval '1 hour'`, early)
  expect(outcome(await door.scan(code))).toEqual(['REFUSED', 'TOO_EARLY'])
  await setRules(`doors_open_at = shop_now(), cancelled_at = shop_now(), cancel_reason = 'Ill'`, early)
  expect(outcome(await door.scan(code))).toEqual(['REFUSED', 'SHOW_CANCELLED'])
  await setRules('cancelled_at = null, cancel_reason = null', early)
  expect(outcome(await door.scan(code))).toEqual(['ADMITTED', null])
})

test('lets people out, and in again only at shows that allow it', async () => {
  const { code } = await buy()
  expect(outcome(await scanner.scan(code, { direction: 'OUT' }))).toEqual(['REFUSED', 'NOT_IN'])
  await scanner.scan(code)
  expect(outcome(await scanner.scan(code, { direction: 'OUT' }))).toEqual(['LEFT', null])
  expect(outcome(await scanner.scan(code))).toEqual(['REFUSED', 'ALREADY_IN'])
  await setRules('re_entry = true')
  expect(await scanner.scan(code)).toMatchObject({ verdict: 'ADMITTED', isDouble: false })
  await setRules('re_entry = false')
})

test('lets supervisors alone overrule a refusal, with a reason, but no refunded ticket', async () => {
  const supervisor = await givenScanner(shop.ask, staff, show.showId, { isSupervisor: true })
  const overrule = { reason: 'Left her coat in the car' }
  const { code, id } = await buy()
  await scanner.scan(code)
  await expect(scanner.scan(code, { overrule })).rejects.toThrow('You are not allowed')
  expect(await supervisor.scan(code, { overrule })).toMatchObject({ verdict: 'ADMITTED', isDouble: true })
  const { rows } = await sql`select overruled from scans where ticket_id = ${id} order by id`.execute(shop.db)
  expect(rows).toEqual([{ overruled: null }, { overruled: overrule.reason }])
  const refunded = await buy()
  await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })
  expect(outcome(await supervisor.scan(refunded.code, { overrule }))).toEqual(['REFUSED', 'REFUNDED'])
})

type Stored = { at: string; offset?: number } & Pick<StoredScan, 'code'> & Partial<StoredScan>

function storedScan({ at, offset = 0, code, direction = 'IN', verdict = 'ADMITTED', reason }: Stored, number: number) {
  const scannedAt = new Date(new Date(at).getTime() - offset).toISOString()
  const rest = { clockOffsetMs: offset, lastContactAt: '2020-01-01T00:00:00Z', verdict, reason: reason ?? null }
  return { key: randomUUID(), showId: show.showId, number, code, direction, scannedAt, ...rest }
}

const upload = (by: Scanner, scans: unknown[]) =>
  shop.ask('POST', '/entry/scans/batch', { as: by.token, body: { scans } })

/** Lets devices count as paired an hour ago, so that scans of this hour are within their time. */
const pairedEarlier = () => sql`update entry_devices set paired_at = paired_at - interval '1 hour'`.execute(shop.owner)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function admissionsOf(ticketId: TicketId) {
  const { rows } = await sql<{ deviceId: number; isDouble: boolean }>`
    select scans.device_id as "deviceId", is_double as "isDouble" from admissions join scans on scans.id = scan_id
    where admissions.ticket_id = ${ticketId} order by admissions.number`.execute(shop.db)
  return rows.map(({ deviceId, isDouble }) => [deviceId, isDouble])
}

test('replays stored scans by corrected time, in whichever order they arrive', async () => {
  const phones = [
    scanner,
    await givenScanner(shop.ask, staff, show.showId),
    await givenScanner(shop.ask, staff, show.showId),
  ]
  await pairedEarlier()
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]
  for (const order of orders) {
    const { id, code } = await buy()
    // The clocks of the phones are wrong by up to two hours; phone 2 was first, then phone 0, then phone 1.
    const scans = [
      storedScan({ at: minutesAgo(20), offset: 7_200_000, code }, 1),
      storedScan({ at: minutesAgo(10), offset: -3_600_000, code }, 2),
      storedScan({ at: minutesAgo(30), offset: 1_000, code }, 3),
    ]
    for (const phone of order) {
      const reply = await upload(phones[phone] as Scanner, [scans[phone]])
      expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.stringContaining('ADMITTED')])
      await upload(phones[phone] as Scanner, [scans[phone]])
    }
    const [zero, one, two] = phones.map(({ device }) => device.id)
    expect(await admissionsOf(id)).toEqual([
      [two, false],
      [zero, true],
      [one, true],
    ])
  }
})

test('keeps refusals of phones, and admits nobody by codes that ended', async () => {
  await pairedEarlier()
  const [refused, refunded] = [await buy(), await buy()]
  await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })
  const scans = [
    storedScan({ at: minutesAgo(2), code: refused.code, verdict: 'REFUSED', reason: 'WRONG_GATE' }, 1),
    storedScan({ at: minutesAgo(2), code: refunded.code }, 2),
    storedScan({ at: minutesAgo(2), code: '', verdict: 'REFUSED', reason: 'NOT_VALID' }, 3),
  ]
  const reply = await upload(scanner, scans)
  expect(reply.json<{ results: ScanAnswer[] }>().results.map(outcome)).toEqual([
    ['REFUSED', 'WRONG_GATE'],
    ['REFUSED', 'REFUNDED'],
    ['REFUSED', 'NOT_VALID'],
  ])
  expect([await admissionsOf(refused.id), await admissionsOf(refunded.id)]).toEqual([[], []])
})

test('takes 500 stored scans at once, and no more', async () => {
  const scans = Array.from({ length: 500 }, (_, index) =>
    storedScan({ at: minutesAgo(1), code: `F1${'0'.repeat(120)}`, verdict: 'REFUSED', reason: 'NOT_VALID' }, index + 1),
  )
  expect((await upload(scanner, scans)).statusCode).toBe(200)
  expect((await upload(scanner, [...scans, scans[0]])).statusCode).toBe(422)
})

test('tells a device all tickets, keys, gates and places of its show, and only changed sets again', async () => {
  const [admitted, unused] = [await buy(), await buy()]
  await scanner.scan(admitted.code)
  const ask = (headers = {}) => shop.ask('GET', `/entry/set?showId=${show.showId}`, { as: scanner.token, headers })
  const reply = await ask()
  const set = reply.json<EntrySet>()
  const tickets = unpackTickets(set.tickets)
  expect(tickets.get(admitted.id)).toEqual({ issue: 1, isRefunded: false, isDisputed: false, presence: 'INSIDE' })
  expect(tickets.get(unused.id)).toMatchObject({ issue: 1, presence: 'NEVER' })
  expect([...tickets.values()].some(({ isRefunded }) => isRefunded)).toBe(true)
  expect([...tickets.values()].some(({ issue }) => issue === 2)).toBe(true)
  expect(set.keys).toEqual([{ number: 1, publicKey: expect.stringMatching(/^[\w-]{43}$/) }])
  const placeId = readTicketCode(unused.code)?.code.placeId as PlaceId
  expect(findPlace(set.places, placeId)).toMatchObject({ rowName: 'A', placeType: 'SITTING' })
  expect(reply.headers['cache-control']).toBe('private, no-cache')
  expect((await ask({ 'if-none-match': String(reply.headers['etag']) })).statusCode).toBe(304)
  await scanner.scan(unused.code)
  expect((await ask({ 'if-none-match': String(reply.headers['etag']) })).statusCode).toBe(200)
})

test('refunds no ticket whose person was admitted, except at the desk with a reason', async () => {
  const { id, code } = await buy()
  await scanner.scan(code)
  const own = await shop.ask('PUT', `/tickets/${id}/cancelation`, { as: customer })
  expect([own.statusCode, own.body]).toEqual([
    409,
    'This ticket was used at the entrance, so it can no longer be refunded or handed on.',
  ])
  const body = { reason: 'Fainted at the door' }
  expect((await shop.ask('PUT', `/admin/tickets/${id}/refund`, { as: staff, body })).statusCode).toBe(200)
  expect(outcome(await scanner.scan(code))).toEqual(['REFUSED', 'REFUNDED'])
})

test('shows the desk figures, gates, scanners with missing scans, doubles and conflicts', async () => {
  const at = await givenShow(shop.db, { seats: 5 })
  const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    shop.ask(method, `/admin${path}`, { as: staff, body })
  const read = async () => (await ask('GET', `/shows/${at.showId}/entry`)).json<ReplyOf<typeof getShowEntry>>()
  const stalls = (await read()).sectors.find(({ name }) => name === 'Stalls')
  const gate = await ask('POST', `/shows/${at.showId}/gates`, { name: 'North', sectorIds: [stalls?.id] })
  const { id: gateId } = gate.json<{ id: GateId }>()
  const again = await ask('POST', `/shows/${at.showId}/gates`, { name: 'North', sectorIds: [] })
  expect([again.statusCode, again.body]).toEqual([409, 'This location already has a gate of this name.'])
  const doorsOpenAt = minutesAgo(30)
  const change = { reEntry: false, offlineUnknown: 'ASK', liveCodes: false, doorsOpenAt, version: 1 }
  const rules = await ask('PUT', `/shows/${at.showId}/entry`, change)
  expect(rules.statusCode).toBe(204)
  const phone = await givenScanner(shop.ask, staff, at.showId, { gateId, isSupervisor: true, name: 'Phone N' })
  const [first, second, refunded] = [await buy(at), await buy(at), await buy(at)]
  await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })
  await phone.scan(first.code)
  await phone.scan(first.code, { overrule: { reason: 'A twin' } })
  const stored = { ...storedScan({ at: minutesAgo(0), code: refunded.code }, 9), showId: at.showId }
  expect((await upload(phone, [stored])).statusCode).toBe(200)
  const entry = await read()
  expect(entry.show).toMatchObject({ offlineUnknown: 'ASK', doorsOpenAt })
  expect(entry.gates).toEqual([{ id: gateId, name: 'North', sectorIds: [stalls?.id] }])
  expect(entry.counters).toEqual({
    ...{ expected: 2, admitted: 2, inside: 2, doubles: 1 },
    gates: [{ gateId, admitted: 2, inside: 2 }],
  })
  expect(entry.sectors.find(({ name }) => name === 'Stalls')).toMatchObject({ expected: 2, admitted: 2 })
  expect(entry.minutes.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(2)
  expect(entry.scanners).toMatchObject([{ name: 'Phone N', gateName: 'North', scans: 3, missing: 6, revokedAt: null }])
  expect(entry.doubles).toMatchObject([{ ticketId: first.id, gateName: 'North' }])
  expect(entry.conflicts).toMatchObject([{ ticketId: refunded.id, reason: 'REFUNDED', scannerName: 'Phone N' }])
  expect((await ask('DELETE', `/gates/${gateId}`)).statusCode).toBe(204)
  expect((await read()).scanners).toMatchObject([{ gateName: null }])
  const list = (await ask('GET', `/shows/${at.showId}/door-list`)).json<DoorList>()
  const marks = new Map(list.entries.map(({ id, admittedAt }) => [id, admittedAt]))
  expect([marks.get(first.id), marks.get(second.id)]).toEqual([expect.any(String), null])
})

test('lets the second of two editors of the rules know what changed, and phones fetch the new set', async () => {
  const at = await givenShow(shop.db)
  const phone = await givenScanner(shop.ask, staff, at.showId)
  const fetchSet = (etag = '') =>
    shop.ask('GET', `/entry/set?showId=${at.showId}`, { as: phone.token, headers: { 'if-none-match': etag } })
  const etag = String((await fetchSet()).headers.etag)
  const edit = (rules: object) =>
    shop.ask('PUT', `/admin/shows/${at.showId}/entry`, {
      as: staff,
      body: { offlineUnknown: 'ADMIT', liveCodes: false, ...rules },
    })
  expect((await edit({ reEntry: true, version: 1 })).statusCode).toBe(204)
  expect((await fetchSet(etag)).json<EntrySet>().show).toMatchObject({ reEntry: true, version: 2 })
  const second = await edit({ reEntry: false, offlineUnknown: 'ASK', version: 1 })
  expect([second.statusCode, second.headers['x-problem']]).toEqual([409, 'changed_meanwhile'])
  const asJson = { accept: 'application/problem+json' }
  const body = { reEntry: false, offlineUnknown: 'ASK', liveCodes: false, version: 1 }
  const problem = await shop.ask('PUT', `/admin/shows/${at.showId}/entry`, { as: staff, body, headers: asJson })
  expect(problem.json()).toMatchObject({ fields: [{ field: 'reEntry', message: 'Changed meanwhile to: true' }] })
  expect((await edit({ reEntry: false, version: 2 })).statusCode).toBe(204)
})

test('exports the scans of a show for administrators, in the time of the venue and UTC, without formulas', async () => {
  const at = await givenShow(shop.db)
  const admin = await givenUser(shop.db, { isAdmin: true })
  const phone = await givenScanner(shop.ask, staff, at.showId, { name: '=2+3', isSupervisor: true })
  const { id, code } = await buy(at)
  await phone.scan(code)
  await phone.scan(code)
  await phone.scan(code, { overrule: { reason: '@home' } })
  await phone.scan('nonsense')
  await sql`update scans set scanned_at = '2026-07-01T17:30:05.125Z' where ticket_id = ${id}`.execute(shop.owner)
  await sql`update admissions set admitted_at = '2026-07-01T17:30:05.125Z' where ticket_id = ${id}`.execute(shop.owner)
  const path = `/admin/exports?list=scans&showId=${at.showId}`
  expect((await shop.ask('GET', path, { as: staff })).statusCode).toBe(403)
  expect((await shop.ask('GET', '/admin/exports?list=scans', { as: admin })).statusCode).toBe(422)
  const [head, ...lines] = (await shop.ask('GET', path, { as: admin })).body.trim().split('\r\n')
  const names = (head ?? '').replace('\u{FEFF}', '').split(';')
  const rows = lines.map((line) => {
    const cells = line.split(';')
    return ['Scanner', 'Verdict', 'Reason', 'Overruled because', 'Ticket', 'Double'].map((n) => cells[names.indexOf(n)])
  })
  expect(rows).toEqual([
    ["'=2+3", 'ADMITTED', '', '', String(id), 'no'],
    ["'=2+3", 'REFUSED', 'ALREADY_IN', '', String(id), 'no'],
    ["'=2+3", 'ADMITTED', '', "'@home", String(id), 'yes'],
    ["'=2+3", 'REFUSED', 'NOT_VALID', '', '', 'no'],
  ])
  expect(lines[0]).toContain(';2026-07-01 19:30:05;2026-07-01T17:30:05.125Z;')
})

test('keeps the gates of a house for the shows of all its plans', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const at = await givenShow(shop.db)
  const { locationId } = await shop.db
    .selectFrom('event_shows')
    .select('location_id as locationId')
    .where('id', '=', at.showId)
    .executeTakeFirstOrThrow()
  const later = await givenShow(shop.db, { locationId })
  const ask = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    shop.ask(method, `/admin${path}`, { as: admin, body })
  const house = async () => (await ask('GET', `/locations/${locationId}/gates`)).json<ReplyOf<typeof listGates>>()
  const { plans } = await house()
  const sectorOf = (show: Show) =>
    plans.find(({ id }) => id === show.seatingPlanId)?.sectors.find(({ name }) => name === 'Stalls')?.id
  const [here, there] = [sectorOf(at), sectorOf(later)]
  const made = await ask('POST', `/locations/${locationId}/gates`, { name: 'North', sectorIds: [here] })
  const { id } = made.json<{ id: GateId }>()
  const south = await ask('POST', `/locations/${locationId}/gates`, { name: 'South', sectorIds: [] })
  const taken = await ask('POST', `/locations/${locationId}/gates`, { name: 'North', sectorIds: [] })
  expect([taken.statusCode, taken.body]).toEqual([409, 'This location already has a gate of this name.'])

  const name = 'North West'
  const renamed = await Promise.all([
    ask('PUT', `/gates/${id}`, { name, sectorIds: [here, there] }),
    ask('PUT', `/gates/${south.json<{ id: GateId }>().id}`, { name, sectorIds: [here, there] }),
  ])
  expect(renamed.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
  const gate = (await house()).gates.find((each) => each.name === name)
  expect(gate?.sectorIds).toEqual([here, there])
  for (const [show, sector] of [
    [at, here],
    [later, there],
  ] as const) {
    const entry = (await ask('GET', `/shows/${show.showId}/entry`)).json<ReplyOf<typeof getShowEntry>>()
    expect(entry.gates.find((each) => each.name === name)?.sectorIds).toEqual([sector])
  }
  const log = (await ask('GET', `/log?kind=LOCATION&recordId=${locationId}`)).body
  expect(log).toContain('"to":"North West: Stalls"')
})

test('tells devices of sales, new codes, admissions, refunds, rules and counters, and ends the stream of a revoked one', async () => {
  const url = await shop.app.listen({ port: 0 })
  const at = await givenShow(shop.db, { seats: 5 })
  const [watcher, other] = [
    await givenScanner(shop.ask, staff, at.showId),
    await givenScanner(shop.ask, staff, at.showId),
  ]
  const headers = { authorization: `Bearer ${watcher.token}` }
  const response = await fetch(`${url}/api/v1/entry/stream?showId=${at.showId}`, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const leaving = new AbortController()
  const open = async () =>
    (await fetch(`${url}/api/v1/entry/stream?showId=${at.showId}`, { headers, signal: leaving.signal })).status
  expect([await open(), await open(), await open(), await open(), await open()]).toEqual([200, 200, 200, 200, 503])
  leaving.abort()
  let heard = ''
  const decoder = new TextDecoder()
  const ended = (async () => {
    for await (const bytes of response.body ?? []) heard += decoder.decode(bytes)
  })()
  const hears = (part: string) => expect.poll(() => heard, { timeout: 15_000 }).toContain(part)
  await hears('event: reset')
  const { id, code } = await buy(at)
  await hears(`[${id},1,"-"]`)
  await other.scan(code)
  await hears(`[${id},1,"i"]`)
  await hears('event: counters\ndata: {"expected":1,"admitted":1,"inside":1')
  const refunded = await buy(at)
  await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })
  await hears(`[${refunded.id},1,"R"]`)
  const renewed = await buy(at)
  expect((await shop.ask('POST', `/tickets/${renewed.id}/codes`, { as: customer })).statusCode).toBeLessThan(300)
  await hears(`[${renewed.id},2,"-"]`)
  const resets = () => heard.split('event: reset').length
  const before = resets()
  const rules = { reEntry: true, offlineUnknown: 'ASK', liveCodes: false, version: 1 }
  await shop.ask('PUT', `/admin/shows/${at.showId}/entry`, { as: staff, body: rules })
  await expect.poll(resets, { timeout: 15_000 }).toBe(before + 1)
  await shop.ask('POST', `/admin/shows/${at.showId}/gates`, { as: staff, body: { name: 'Gate R', sectorIds: [] } })
  await expect.poll(resets, { timeout: 15_000 }).toBe(before + 2)
  await shop.ask('DELETE', `/admin/entry-devices/${watcher.device.id}`, { as: staff })
  await ended
}, 30_000)
