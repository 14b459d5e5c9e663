import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { getShowEntry } from '#contract/admin-entry.ts'
import type { listGates } from '#contract/admin-gates.ts'
import type { DoorList } from '#contract/door-list.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { EntrySet } from '#contract/entry.ts'
import type { GateId } from '#domain/ids.ts'
import { minutesAgo, openEntryRig, storedScan } from '#server/testing/entry-rig.ts'
import { givenScanner } from '#server/testing/given-entry.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

const { shop, staff, customer, buy, upload } = await openEntryRig()

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
  const stored = storedScan({ at: minutesAgo(0), showId: at.showId, code: refunded.code }, 9)
  // A page that was closed before the answer has given its number again.
  const again9 = storedScan({ at: minutesAgo(0), showId: at.showId, code: second.code, direction: 'OUT' }, 9)
  expect((await upload(phone, [stored, again9])).statusCode).toBe(200)
  const entry = await read()
  expect(entry.show).toMatchObject({ offlineUnknown: 'ASK', doorsOpenAt })
  expect(entry.gates).toEqual([{ id: gateId, name: 'North', sectorIds: [stalls?.id] }])
  expect(entry.counters).toEqual({
    ...{ expected: 2, admitted: 2, inside: 2, doubles: 1 },
    gates: [{ gateId, admitted: 2, inside: 2 }],
  })
  expect(entry.sectors.find(({ name }) => name === 'Stalls')).toMatchObject({ expected: 2, admitted: 2 })
  expect(entry.minutes.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(2)
  expect(entry.scanners).toMatchObject([{ name: 'Phone N', gateName: 'North', scans: 4, missing: 6, revokedAt: null }])
  expect(entry.doubles).toMatchObject([{ ticketId: first.id, gateName: 'North' }])
  expect(entry.conflicts).toMatchObject([{ ticketId: refunded.id, reason: 'REFUNDED', scannerName: 'Phone N' }])
  expect((await ask('DELETE', `/gates/${gateId}`)).statusCode).toBe(204)
  expect((await read()).scanners).toMatchObject([{ gateName: null }])
  const list = (await ask('GET', `/shows/${at.showId}/door-list`)).json<DoorList>()
  const marks = new Map(list.entries.map(({ id, admittedAt }) => [id, admittedAt]))
  expect([marks.get(first.id), marks.get(second.id)]).toEqual([expect.any(String), null])
})

test('opens the doors of a moved show as long before its start as before', async () => {
  const at = await givenShow(shop.db, { startsIn: '5 hours' })
  const admin = await givenUser(shop.db, { isAdmin: true })
  const atShow = `/admin/shows/${at.showId}`
  const ask = async (method: 'GET' | 'PUT', path: string, body?: object) => {
    const reply = await shop.ask(method, path, { as: admin, body })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    return reply.body === '' ? undefined : reply.json()
  }
  const shifted = (moment: string, minutes: number) => new Date(Date.parse(moment) + minutes * 60_000).toISOString()
  const { name, startTime, endTime, price, artist, location, seatingPlan, version } = await ask('GET', atShow)
  const doorsOpenAt = shifted(startTime, -60)
  await ask('PUT', `${atShow}/entry`, { reEntry: false, offlineUnknown: 'ASK', liveCodes: false, doorsOpenAt, version })
  const ids = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
  const moved = { startTime: shifted(startTime, -200), endTime: shifted(endTime, -200) }
  await ask('PUT', atShow, { name, price, ...ids, ...moved, version: version + 1 })
  const { show } = await ask('GET', `${atShow}/entry`)
  expect(Date.parse(moved.startTime) - Date.parse(show.doorsOpenAt)).toBeCloseTo(60 * 60_000, -1)
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

test('keeps the gates of a location for the shows of all its plans', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const at = await givenShow(shop.db)
  const { locationId } = await shop.db
    .selectFrom('event_shows')
    .select('location_id as locationId')
    .where('id', '=', at.showId)
    .executeTakeFirstOrThrow()
  const later = await givenShow(shop.db, { locationId })
  const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    shop.ask(method, `/admin${path}`, { as: admin, body })
  const gatesAndPlans = async () =>
    (await ask('GET', `/locations/${locationId}/gates`)).json<ReplyOf<typeof listGates>>()
  const { plans } = await gatesAndPlans()
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
    ask('PUT', `/gates/${id}`, { name, sectorIds: [here, there], version: 1 }),
    ask('PUT', `/gates/${south.json<{ id: GateId }>().id}`, { name, sectorIds: [here, there], version: 1 }),
  ])
  expect(renamed.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
  const gate = (await gatesAndPlans()).gates.find((each) => each.name === name)
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
  expect((await ask('DELETE', `/gates/${id}`)).statusCode).toBe(204)
  const gone = [
    await ask('DELETE', `/gates/${id}`),
    await ask('PUT', `/gates/${id}`, { name: 'North', sectorIds: [], version: 2 }),
    await ask('DELETE', '/gates/999999'),
  ]
  expect(gone.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [410, 'This gate was deleted.'],
    [410, 'This gate was deleted.'],
    [404, 'There is no such gate.'],
  ])
})
