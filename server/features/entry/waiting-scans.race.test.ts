import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, httpClientAt } from '#server/promises/http-client.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { givenScanner, type Scanner } from '#server/testing/given-entry.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

/** More than may write at once, two of each network. */
const CROWD = 20

let shop: TestShop
let url: string
let show: Show
let phones: [crowd: Scanner, other: Scanner]

beforeAll(async () => {
  shop = await openTestShop()
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  show = await givenShow(shop.db)
  const staff = await givenUser(shop.db, { isStaff: true })
  const pair = () => givenScanner(shop.ask, staff, show.showId)
  phones = [await pair(), await pair()]
})
afterAll(() => shop.close())

function scanBy({ token }: Scanner, from: string): Promise<Answer> {
  const scan = { key: randomUUID(), showId: show.showId, number: 1, code: 'no ticket', direction: 'IN' }
  return httpClientAt(from)(`${url}/api/v1/entry/scans`, {
    method: 'POST',
    body: { ...scan, scannedAt: new Date().toISOString() },
    headers: { authorization: `Bearer ${token}` },
  })
}

test('leaves room to other phones while many scans of one phone wait for each other', async () => {
  const [crowd, other] = phones
  const scans = await shop.owner.transaction().execute(async (tx) => {
    await sql`select from entry_devices where id = ${crowd.device.id} for update`.execute(tx)
    const waiting = Array.from({ length: CROWD }, (_, index) => scanBy(crowd, `127.0.2.${1 + (index % (CROWD / 2))}`))
    await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(1)
    expect((await scanBy(other, '127.0.3.1')).status).toBe(200)
    return waiting
  })
  expect([...new Set((await Promise.all(scans)).map(({ status }) => status))]).toEqual([200])
})
