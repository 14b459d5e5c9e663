import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EntrySet } from '#contract/entry.ts'
import { findPlace, unpackTickets } from '#domain/entry/entry-set.ts'
import type { PlaceId, UserId } from '#domain/ids.ts'
import { readTicketCode } from '#domain/entry/ticket-code.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'
import { openEntryRig } from '#server/testing/entry-rig.ts'
import { provedTest } from '#server/testing/proving.ts'
import { race } from '#server/testing/race.ts'
import { givenScanner } from '#server/testing/given-entry.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { hashOfPairing } from './pairing-codes.ts'
import { insertDeviceOfPairing } from './pairings.sql.ts'

const { shop, staff, customer, show, scanner, buy, setRules } = await openEntryRig()

test('pairs a phone once, by a code of eight digits, and refuses guesses', async () => {
  const body = { name: 'Left door', gateId: null, direction: 'IN', isSupervisor: false }
  const created = await shop.ask('POST', `/admin/shows/${show.showId}/entry-pairings`, { as: staff, body })
  const { code, href } = created.json<{ code: string; href: string }>()
  const another = await shop.ask('POST', `/admin/shows/${show.showId}/entry-pairings`, { as: staff, body })
  const linked = another.json<{ href: string }>().href.replace(/^.*#/, '')
  expect(code).toMatch(/^\d{8}$/)
  expect(href).toMatch(new RegExp(`/scan#${code}-[\\w-]{22}$`))
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
  // The code of the link cannot be guessed, so guesses in the same network do not stop it.
  expect((await redeem(linked, '10.0.0.9')).statusCode).toBe(201)
})

test('pairs no phone by a code that was made before the password was changed', async () => {
  const other = await givenUser(shop.db, { isStaff: true, passwordHash: await cheapHashOf('old password') })
  const body = { name: 'Left door', gateId: null, direction: 'IN', isSupervisor: true }
  const pair = async () => {
    const created = await shop.ask('POST', `/admin/shows/${show.showId}/entry-pairings`, { as: other, body })
    return created.json<{ code: string }>().code
  }
  const redeem = async (code: string) =>
    (await shop.ask('POST', '/entry/pairings', { body: { code }, from: '10.0.0.4' })).statusCode
  const code = await pair()
  const change = { password: 'old password', newPassword: 'quite another one' }
  expect((await shop.ask('PATCH', '/users/change-password', { as: other, body: change })).statusCode).toBe(204)
  expect([await redeem(code), await redeem(await pair())]).toEqual([410, 201])
})

provedTest('stops typed codes after guesses from many networks, and still pairs by the QR code', async () => {
  const body = { name: 'Door under attack', gateId: null, direction: 'IN', isSupervisor: false }
  const given = async () => {
    const created = await shop.ask('POST', `/admin/shows/${show.showId}/entry-pairings`, { as: staff, body })
    const { code, href } = created.json<{ code: string; href: string }>()
    return { code, linked: href.replace(/^.*#/, '') }
  }
  const redeem = (code: string, from: string) => shop.ask('POST', '/entry/pairings', { body: { code }, from })
  const { code, linked } = await given()
  const forged = `${code}-${'A'.repeat(22)}`
  expect((await redeem(forged, '10.1.0.1')).statusCode).toBe(410)
  let compared = 0
  for (let network = 0; network < 40; network += 1) {
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => redeem(`9${network + 10}${guess + 10}000`, `10.1.1.${network}`)),
    )
    compared += guesses.filter(({ statusCode }) => statusCode === 410).length
  }
  expect(compared).toBeGreaterThan(400)
  expect(compared).toBeLessThanOrEqual(510)
  expect((await redeem(code, '10.1.2.1')).statusCode).toBe(429)
  expect((await redeem(linked, '10.1.2.1')).statusCode).toBe(201)
  expect((await redeem(linked, '10.1.2.1')).statusCode).toBe(410)
  await sql`delete from attempts`.execute(shop.owner)
  expect((await redeem((await given()).code, '10.1.2.1')).statusCode).toBe(201)
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

test('refuses the phones and codes of those who lose the role, are locked or deleted', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const [dismissed, locked, deleted] = [
    await givenUser(shop.db, { isStaff: true }),
    await givenUser(shop.db, { isStaff: true }),
    await givenUser(shop.db, { isStaff: true }),
  ]
  const pairing = { name: 'Late', gateId: null, direction: 'IN', isSupervisor: false }
  const givenCode = async (as: UserId) =>
    (await shop.ask('POST', `/admin/shows/${show.showId}/entry-pairings`, { as, body: pairing })).json().code
  const users = [dismissed, locked, deleted]
  const phones = await Promise.all(users.map((user) => givenScanner(shop.ask, user, show.showId)))
  const codes = await Promise.all(users.map(givenCode))
  const ended = [
    await shop.ask('PUT', `/admin/users/${dismissed}/staff`, { as: admin, body: false }),
    await shop.ask('PATCH', `/users/${locked}/lock`, { as: admin, body: true }),
    await shop.ask('DELETE', `/users/${deleted}`, { as: admin }),
  ]
  expect(ended.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  for (const [index, { token }] of phones.entries()) {
    expect((await shop.ask('GET', '/entry/device', { as: token })).statusCode).toBe(401)
    const redeemed = await shop.ask('POST', '/entry/pairings', { body: { code: codes[index] }, from: '10.0.0.3' })
    expect(redeemed.statusCode).toBe(410)
  }
  await shop.ask('PATCH', `/users/${locked}/lock`, { as: admin, body: false })
  expect((await shop.ask('GET', '/entry/device', { as: phones[1]?.token })).statusCode).toBe(401)
  expect((await shop.ask('GET', '/entry/device', { as: scanner.token })).statusCode).toBe(200)
})

test('leaves no phone paired by somebody who loses the role at the same moment', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const pairing = { name: 'Race', gateId: null, direction: 'IN', isSupervisor: false }
  const outcomes = await race(12, async (index) => {
    const former = await givenUser(shop.db, { isStaff: true })
    const path = `/admin/shows/${show.showId}/entry-pairings`
    const { code } = (await shop.ask('POST', path, { as: former, body: pairing })).json<{ code: string }>()
    const redeem = () => shop.ask('POST', '/entry/pairings', { body: { code }, from: `10.2.0.${index}` })
    const dismiss = () => shop.ask('PUT', `/admin/users/${former}/staff`, { as: admin, body: false })
    const dismissing = index % 2 === 0 ? undefined : dismiss()
    const [redeemed, dismissed] = await Promise.all([redeem(), dismissing ?? dismiss()])
    expect(dismissed.statusCode).toBe(204)
    if (redeemed.statusCode === 201) {
      const { token } = redeemed.json<{ token: string }>()
      expect((await shop.ask('GET', '/entry/device', { as: token })).statusCode).toBe(401)
    } else expect([401, 410]).toContain(redeemed.statusCode)
    return former
  })
  const working = await shop.db
    .selectFrom('entry_devices')
    .select('id')
    .where('paired_by', 'in', outcomes)
    .where('revoked_at', 'is', null)
    .execute()
  expect(working).toEqual([])
})

test('lets the loss of the role wait for a pairing that has not committed, and then ends its phone', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const former = await givenUser(shop.db, { isStaff: true })
  const body = { name: 'Late', gateId: null, direction: 'IN', isSupervisor: false }
  const path = `/admin/shows/${show.showId}/entry-pairings`
  const { code } = (await shop.ask('POST', path, { as: former, body })).json<{ code: string }>()
  const token = newToken()
  const { dismissal } = await inTransaction(shop.db, async (tx) => {
    const hashes = { codeHash: hashOfPairing(shop.context, code), tokenHash: hashOfToken(token) }
    expect(await insertDeviceOfPairing(tx, hashes)).toBe(true)
    const dismissing = shop.ask('PUT', `/admin/users/${former}/staff`, { as: admin, body: false })
    await Promise.race([dismissing, new Promise((resolve) => setTimeout(resolve, 1_000))])
    return { dismissal: dismissing }
  })
  expect((await dismissal).statusCode).toBe(204)
  expect((await shop.ask('GET', '/entry/device', { as: token })).statusCode).toBe(401)
})

test('serves a device its own shows and directions only', async () => {
  const other = await givenShow(shop.db)
  const doorman = await givenScanner(shop.ask, staff, show.showId, { direction: 'IN' })
  await expect(doorman.scan('', { direction: 'OUT' })).rejects.toThrow('You are not allowed to do this.')
  await expect(doorman.scan('', { showId: other.showId })).rejects.toThrow('You are not allowed')
  const set = await shop.ask('GET', `/entry/set?showId=${other.showId}`, { as: doorman.token })
  expect(set.statusCode).toBe(403)
})

test('tells a device all tickets, keys, gates and places of its show, and only changed sets again', async () => {
  const [admitted, unused, refunded, renewed] = [await buy(), await buy(), await buy(), await buy()]
  await scanner.scan(admitted.code)
  await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })
  await shop.ask('POST', `/tickets/${renewed.id}/codes`, { as: customer })
  const ask = (headers = {}) => shop.ask('GET', `/entry/set?showId=${show.showId}`, { as: scanner.token, headers })
  const reply = await ask()
  const set = reply.json<EntrySet>()
  const tickets = unpackTickets(set.tickets)
  expect(tickets.get(admitted.id)).toEqual({ issue: 1, isRefunded: false, isDisputed: false, presence: 'INSIDE' })
  expect(tickets.get(unused.id)).toMatchObject({ issue: 1, presence: 'NEVER' })
  expect(tickets.get(refunded.id)).toMatchObject({ isRefunded: true })
  expect(tickets.get(renewed.id)).toMatchObject({ issue: 2, presence: 'NEVER' })
  expect(set.keys).toEqual([{ number: 1, publicKey: expect.stringMatching(/^[\w-]{43}$/) }])
  const placeId = readTicketCode(unused.code)?.code.placeId as PlaceId
  expect(findPlace(set.places, placeId)).toMatchObject({ rowName: 'A', placeType: 'SITTING' })
  expect(reply.headers['cache-control']).toBe('private, no-cache')
  expect((await ask({ 'if-none-match': String(reply.headers['etag']) })).statusCode).toBe(304)
  await scanner.scan(unused.code)
  expect((await ask({ 'if-none-match': String(reply.headers['etag']) })).statusCode).toBe(200)
})

test('limits the sets that one device may load, not those of others', async () => {
  const phone = await givenScanner(shop.ask, staff, show.showId)
  const ask = (as: string) => shop.ask('GET', `/entry/set?showId=${show.showId}`, { as })
  const replies = await Promise.all(Array.from({ length: 36 }, () => ask(phone.token)))
  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  // One more is allowed every six seconds, so a slow machine refuses fewer.
  expect(refused.length).toBeGreaterThanOrEqual(3)
  expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBe(36 - refused.length)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(scanner.token)).statusCode).toBe(200)
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
