import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenNews } from '#server/testing/test-data.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ DATABASE_POOL: '8' })
})
afterAll(() => shop.close())

/** The requests of a client network at once, with eight connections to the database. */
const TURNS = 2
/** A list lives twenty times as long as loading it took. */
const LOADING_MS = 500

/** Does something while nobody can read news. */
function withLockedNews<Result>(work: () => Promise<Result>): Promise<Result> {
  return shop.owner.transaction().execute(async (tx) => {
    await sql`lock table news`.execute(tx)
    return work()
  })
}

test('answers with a list in memory while all turns of a client network are taken', async () => {
  const id = await givenNews(shop.db, { title: 'Doors at 8' })
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const [loading] = await withLockedNews(async () => {
    const waiting = [fetch(`${url}/api/v1/news`)]
    await wait(LOADING_MS)
    return waiting
  })
  expect((await loading)?.status).toBe(200)

  const articles = await withLockedNews(async () => {
    const waiting = Array.from({ length: TURNS }, () => fetch(`${url}/api/v1/news/${id}`))
    await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(0)
    const list = await fetch(`${url}/api/v1/news`)
    expect([list.status, await list.json()]).toMatchObject([200, { elements: [{ title: 'Doors at 8' }] }])
    return waiting
  })
  expect((await Promise.all(articles)).map(({ status }) => status)).toEqual([200, 200])
})

test('refuses a wrong token also where the list is in memory', async () => {
  expect((await shop.ask('GET', '/merchandise/products')).statusCode).toBe(200)
  expect((await shop.ask('GET', '/merchandise/products', { as: 'nonsense' })).statusCode).toBe(401)
})
