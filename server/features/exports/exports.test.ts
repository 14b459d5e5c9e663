import { type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EXPORTS } from '#domain/accounting/exports.ts'
import type { UserId } from '#domain/ids.ts'
import { poolUseOf } from '#server/db/connection.ts'
import { givenInvoice } from '#server/testing/given-sales.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

/** More than fits into all buffers between the server and a client that does not read. */
const MANY = 60_000

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true, email: 'ada@foyer.example' })
  await givenShow(shop.db, { title: '=HYPERLINK("http://evil.example";"Tosca")', type: 'OPERA' })
  await givenProduct(shop.db, { name: '@mug' })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

async function exported(path: string): Promise<string[]> {
  const reply = await shop.ask('GET', `/admin/exports?list=${path}`, { as: admin })
  expect([path, reply.statusCode, reply.headers['content-type']]).toEqual([path, 200, 'text/csv; charset=utf-8'])
  return reply.body.split('\r\n')
}

test.each(EXPORTS)('exports %s with a byte order mark and a header, and logs it', async (list) => {
  const [header] = await exported(list === 'scans' ? 'scans&showId=1' : list)
  expect(header).toMatch(/^\uFEFF[A-Z]/)
  const { elements } = (await shop.ask('GET', '/admin/log?kind=EXPORT&pageSize=1', { as: admin })).json()
  expect(elements).toMatchObject([{ action: 'EXPORTED', recordName: list, by: { email: 'ada@foyer.example' } }])
})

test('escapes formulas, and takes the filters of the list', async () => {
  expect((await exported('events&type=OPERA'))[1]).toContain(`"'=HYPERLINK(""http://evil.example"";""Tosca"")";OPERA`)
  expect(await exported('events&type=SPORTS')).toHaveLength(2)
  expect((await exported('products&name=mug'))[1]).toContain(";'@mug;")
  const { elements } = (await shop.ask('GET', '/admin/log?kind=EXPORT&pageSize=2', { as: admin })).json()
  expect(elements[1].changes).toEqual([{ field: 'type', from: null, to: 'SPORTS' }])
})

test('writes amounts of the log in euro', async () => {
  await shop.owner
    .insertInto('change_log')
    .values({
      ...{ actor_id: admin, kind: 'ORDER', record_id: 1, record_name: 'Tosca', action: 'SOLD' },
      changes: JSON.stringify([{ field: 'total', from: null, to: 1250 }]),
    })
    .execute()
  expect((await exported('log&kind=ORDER'))[1]).toContain('total:  → 12,50')
})

test('tells how an invoice was paid, with receipts that look like formulas escaped', async () => {
  const id = await givenInvoice(shop.owner, admin)
  await shop.owner.updateTable('invoices').set({ paid_by: '=4711' }).where('id', '=', id).execute()
  const [header, line] = await exported('invoices')
  expect([header?.split(';').at(-1), line?.split(';').at(-1)]).toEqual(['Paid by', "'=4711"])
})

test('refuses customers, wrong filters and unknown lists before the first byte', async () => {
  const statusOf = async (path: string, as: UserId) =>
    (await shop.ask('GET', `/admin/exports?list=${path}`, { as })).statusCode
  expect(await statusOf('users', await givenUser(shop.db))).toBe(403)
  expect(await statusOf('events&type=BALLET', admin)).toBe(422)
  expect(await statusOf('passwords', admin)).toBe(422)
  await sql`alter table artists rename to gone`.execute(shop.owner)
  expect(await statusOf('artists', admin)).toBe(500)
  await sql`alter table gone rename to artists`.execute(shop.owner)
})

/** Starts a download whose client reads nothing until it is told. */
async function startDownload(list: string, as = admin) {
  const { port } = shop.app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${await shop.tokenOf(as)}` }
  const request = httpRequest({ port, path: `/api/v1/admin/exports?list=${list}`, headers })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end()
  })
  return { request, response }
}

const busyConnections = () => poolUseOf(shop.db).open - poolUseOf(shop.db).idle

// An export that did not wait for its client would have ended before the third begins.
test('sends many rows no faster than the client reads, two exports at a time, and ends with the client', async () => {
  await sql`insert into artists (first_name, last_name) select 'Ada', repeat('x', 200) || n
    from generate_series(1, ${MANY}::int) as n`.execute(shop.owner)
  const [one, other] = [await startDownload('artists'), await startDownload('artists')]
  expect([one.response.statusCode, other.response.statusCode]).toEqual([200, 200])
  const refused = await startDownload('artists')
  expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([503, '10'])
  refused.response.resume()
  // The refused request returns the connection that it asked for its caller.
  await vi.waitFor(() => expect(busyConnections()).toBe(2))

  other.request.destroy()
  await vi.waitFor(() => expect(busyConnections()).toBe(1), { timeout: 10_000 })
  let bytes = 0
  let lines = 0
  for await (const part of one.response as AsyncIterable<Buffer>) {
    bytes += part.length
    for (const byte of part) if (byte === 10) lines += 1
  }
  expect(lines).toBe(MANY + 2)
  expect(bytes).toBeGreaterThan(MANY * 200)
  await vi.waitFor(() => expect(busyConnections()).toBe(0), { timeout: 10_000 })
})

test.each([
  ['the role is taken', () => shop.db.updateTable('users').set({ is_admin: false })],
  ['the account is locked', () => shop.db.updateTable('users').set({ is_locked: true })],
])('cuts a running export when %s', async (_case, change) => {
  const leaving = await givenUser(shop.db, { isAdmin: true })
  const { response } = await startDownload('artists', leaving)
  expect(response.statusCode).toBe(200)
  await change().where('id', '=', leaving).execute()
  // The client reads the rest only when the next check is due.
  await setTimeout(2_000)
  let lines = 0
  const reading = async () => {
    for await (const part of response as AsyncIterable<Buffer>) {
      for (const byte of part) if (byte === 10) lines += 1
    }
  }
  await expect(reading()).rejects.toThrow('aborted')
  expect(lines).toBeLessThan(MANY)
  await vi.waitFor(() => expect(busyConnections()).toBe(0), { timeout: 10_000 })
})
