import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ScanAnswer } from '#contract/entry.ts'
import { readTicketCode, ticketCodeText } from '#domain/entry/ticket-code.ts'
import type { TicketId } from '#domain/ids.ts'
import { minutesAgo, openEntryRig, outcome, storedScan } from '#server/testing/entry-rig.ts'
import { givenScanner, type Scanner } from '#server/testing/given-entry.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

const { shop, staff, customer, show, scanner, buy, upload, pairEarlier } = await openEntryRig()
const { showId } = show

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
  await pairEarlier()
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]
  for (const order of orders) {
    const { id, code } = await buy()
    // The clocks of the phones are wrong by up to two hours; phone 2 was first, then phone 0, then phone 1.
    const scans = [
      storedScan({ showId, at: minutesAgo(20), offset: 7_200_000, code }, 1),
      storedScan({ showId, at: minutesAgo(10), offset: -3_600_000, code }, 2),
      storedScan({ showId, at: minutesAgo(30), offset: 1_000, code }, 3),
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

test('stores scans of clocks that are wrong by decades, at the time of the shop', async () => {
  await pairEarlier()
  const { id, code } = await buy()
  const tenYears = 10 * 365 * 86_400_000
  const scans = [
    storedScan({ showId, at: minutesAgo(20), offset: tenYears * 5.6, code }, 1),
    storedScan({ showId, at: minutesAgo(10), offset: -tenYears, code }, 2),
  ]
  const reply = await upload(scanner, scans)
  expect(reply.statusCode, reply.body).toBe(200)
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from shop_now() - scanned_at) / 60)::int as minutes
    from scans where ticket_id = ${id} order by number`.execute(shop.db)
  expect(rows.map(({ minutes }) => minutes)).toEqual([20, 10])
  // Online, the time of the phone does not count.
  const body = { ...{ key: randomUUID(), showId, number: 3, direction: 'IN' }, scannedAt: '1970-01-02T00:00:00Z' }
  const online = await shop.ask('POST', '/entry/scans', { as: scanner.token, body: { ...body, code } })
  expect(outcome(online.json())).toEqual(['REFUSED', 'ALREADY_IN'])
})

test('keeps a phone and its scans of other shows when one of its shows was deleted', async () => {
  const { locationId } = await shop.db
    .selectFrom('event_shows')
    .select('location_id as locationId')
    .where('id', '=', showId)
    .executeTakeFirstOrThrow()
  const other = await givenShow(shop.db, { seats: 1, locationId })
  const admin = await givenUser(shop.db, { isAdmin: true, isStaff: true })
  const phone = await givenScanner(shop.ask, staff, showId, { furtherShowIds: [other.showId] })
  await pairEarlier()
  const { code } = await buy()
  expect((await shop.ask('DELETE', `/admin/shows/${other.showId}`, { as: admin })).statusCode).toBe(204)
  const scans = [
    storedScan({ showId: other.showId, at: minutesAgo(10), code: '' }, 1),
    storedScan({ showId, at: minutesAgo(10), code }, 2),
  ]
  const reply = await upload(phone, scans)
  expect(reply.json<{ results: ScanAnswer[] }>().results.map(outcome)).toEqual([
    ['REFUSED', 'NOT_VALID'],
    ['ADMITTED', null],
  ])
  const body = { ...{ key: randomUUID(), showId: other.showId, number: 3, direction: 'IN', code } }
  const scannedAt = new Date().toISOString()
  const online = await shop.ask('POST', '/entry/scans', { as: phone.token, body: { ...body, scannedAt } })
  expect([online.statusCode, online.headers['x-problem']]).toEqual([410, 'deleted'])
})

test('keeps refusals of phones, and admits nobody by codes that ended', async () => {
  await pairEarlier()
  const [refused, refunded] = [await buy(), await buy()]
  await shop.ask('PUT', `/tickets/${refunded.id}/cancelation`, { as: customer })
  const scans = [
    storedScan({ showId, at: minutesAgo(2), code: refused.code, verdict: 'REFUSED', reason: 'WRONG_GATE' }, 1),
    storedScan({ showId, at: minutesAgo(2), code: refunded.code }, 2),
    storedScan({ showId, at: minutesAgo(2), code: '', verdict: 'REFUSED', reason: 'NOT_VALID' }, 3),
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
    storedScan(
      { showId, at: minutesAgo(1), code: `F1${'0'.repeat(120)}`, verdict: 'REFUSED', reason: 'NOT_VALID' },
      index + 1,
    ),
  )
  expect((await upload(scanner, scans)).statusCode).toBe(200)
  expect((await upload(scanner, [...scans, scans[0]])).statusCode).toBe(422)
})

test('refuses a ticket that came in a thousand times, also for supervisors', async () => {
  await pairEarlier()
  const { id, code } = await buy()
  let number = 0
  const scan = (direction: 'IN' | 'OUT' = 'IN') => {
    number += 1
    return storedScan(
      { showId, at: minutesAgo(5), code, direction, verdict: direction === 'IN' ? 'ADMITTED' : 'LEFT' },
      number,
    )
  }
  for (let batch = 0; batch < 2; batch += 1) {
    const reply = await upload(
      scanner,
      Array.from({ length: 500 }, () => scan()),
    )
    const { results } = reply.json<{ results: ScanAnswer[] }>()
    expect([results.length, new Set(results.map(({ verdict }) => verdict))]).toEqual([500, new Set(['ADMITTED'])])
  }
  const further = (await upload(scanner, [scan(), scan('OUT')])).json<{ results: ScanAnswer[] }>()
  expect(further.results.map(outcome)).toEqual([
    ['REFUSED', 'ALREADY_IN'],
    ['REFUSED', 'NOT_IN'],
  ])
  const supervisor = await givenScanner(shop.ask, staff, showId, { isSupervisor: true })
  const body = { key: randomUUID(), showId, number: 1, direction: 'IN', scannedAt: minutesAgo(0), code }
  const reply = await shop.ask('POST', '/entry/scans', {
    as: supervisor.token,
    body: { ...body, overrule: { reason: 'A guest' } },
  })
  expect(outcome(reply.json<ScanAnswer>())).toEqual(['REFUSED', 'ALREADY_IN'])
  expect(await admissionsOf(id)).toHaveLength(1_000)
})

test('stores 20,000 scans of a phone and then as many as people come in, and those of other phones', async () => {
  const [wrongHands, other] = [await givenScanner(shop.ask, staff, showId), await givenScanner(shop.ask, staff, showId)]
  const scans = Array.from({ length: 500 }, (_, number) =>
    storedScan({ showId, at: minutesAgo(0), code: '', verdict: 'REFUSED', reason: 'NOT_VALID' }, number + 1),
  )
  for (let batch = 0; batch < 40; batch += 1) expect((await upload(wrongHands, scans)).statusCode).toBe(200)
  expect((await upload(wrongHands, scans)).statusCode).toBe(429)
  expect((await upload(other, scans)).statusCode).toBe(200)
})

test('takes stored scans for a week after the show, from a phone that was not revoked', async () => {
  const ended = await givenShow(shop.db, { seats: 2, startsIn: '1 hour' })
  const phone = await givenScanner(shop.ask, staff, ended.showId)
  const [first, second] = [await buy(ended), await buy(ended)]
  const over = (hours: number) =>
    sql`update event_shows set starts_at = shop_now() - make_interval(hours => ${hours + 2}),
      ends_at = shop_now() - make_interval(hours => ${hours}) where id = ${ended.showId}`.execute(shop.db)
  const scanOf = ({ code }: { code: string }, number: number) =>
    storedScan({ showId: ended.showId, at: minutesAgo(0), code }, number)
  const statusOf = async (path: string) => (await shop.ask('GET', path, { as: phone.token })).statusCode

  await over(13)
  expect([await statusOf('/entry/device'), await statusOf(`/entry/set?showId=${ended.showId}`)]).toEqual([401, 401])
  expect((await upload(phone, [scanOf(first, 1)])).statusCode).toBe(200)
  expect(await admissionsOf(first.id)).toEqual([[phone.device.id, false]])
  await over(7 * 24 + 1)
  expect((await upload(phone, [scanOf(second, 2)])).statusCode).toBe(401)
  await over(13)
  await shop.ask('DELETE', `/admin/entry-devices/${phone.device.id}`, { as: staff })
  expect((await upload(phone, [scanOf(second, 2)])).statusCode).toBe(401)
  expect(await admissionsOf(second.id)).toEqual([])
})

test('refuses a phone that uploads thousands of forged codes before it has used much of the processor', async () => {
  const [forger, other] = [
    await givenScanner(shop.ask, staff, show.showId),
    await givenScanner(shop.ask, staff, show.showId),
  ]
  await pairEarlier()
  const { code } = await buy()
  const payload = readTicketCode(code)?.payload as Uint8Array
  const forge = () => {
    const signature = randomBytes(64)
    // Others are refused without a computation.
    signature[63] = 0
    return storedScan({ showId, at: minutesAgo(5), code: ticketCodeText(payload, signature) }, 1)
  }
  // Each batch comes from another network.
  const uploadFrom = async (by: Scanner, network: number, scans: unknown[]) => {
    const options = { as: by.token, body: { scans }, from: `198.51.${network}.7` }
    return (await shop.ask('POST', '/entry/scans/batch', options)).statusCode
  }
  let status = 200
  for (let batch = 0; batch < 50 && status === 200; batch += 1) {
    status = await uploadFrom(forger, batch, Array.from({ length: 500 }, forge))
  }
  expect(status).toBe(503)
  expect(await uploadFrom(other, 77, [storedScan({ showId, at: minutesAgo(5), code }, 1)])).toBe(200)
})
