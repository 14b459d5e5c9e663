import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PASSWORD = 'correct horse'

let shop: TestShop
let passwordHash: string

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await cheapHashOf(PASSWORD)
})
afterAll(() => shop.close())

/** Logs a user in and returns the token. */
async function logIn(email: string, userAgent: string): Promise<string> {
  const body = { email, password: PASSWORD }
  const reply = await shop.ask('POST', '/authentication', { body, headers: { 'user-agent': userAgent } })
  return reply.body.replace('Bearer ', '')
}

const listOf = async (as: string | UserId, query = '') =>
  (await shop.ask('GET', `/users/sessions${query}`, { as })).json()
const statusOf = async (as: string) => (await shop.ask('GET', '/users/detail', { as })).statusCode

test('lists one’s own sessions with browser and system in words, and marks the current one', async () => {
  const email = 'lists@foyer.example'
  const userId = await givenUser(shop.db, { email, passwordHash })
  await shop.tokenOf(await givenUser(shop.db))
  await logIn(email, FIREFOX)
  const token = await logIn(email, 'curl')
  const { total, elements } = await listOf(token)
  expect(total).toBe(2)
  expect(elements).toEqual([
    expect.objectContaining({ isCurrent: true }),
    expect.objectContaining({ device: 'Firefox on Linux', isCurrent: false }),
  ])
  const { rows } = await sql<{ stored: string }>`
    select to_jsonb(sessions)::text as stored from sessions where user_id = ${userId}`.execute(shop.db)
  expect(rows).toHaveLength(2)
  for (const { stored } of rows) expect(stored).not.toMatch(/Mozilla|127\.0\.0\.1/)
})

test('ends one of one’s sessions, and the others stay', async () => {
  const email = 'ends@foyer.example'
  await givenUser(shop.db, { email, passwordHash })
  const [here, there] = [await logIn(email, FIREFOX), await logIn(email, FIREFOX)]
  const { elements } = await listOf(here)
  const { id } = elements.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect((await shop.ask('DELETE', `/users/sessions/${id}`, { as: here })).statusCode).toBe(204)
  expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200])
  expect((await shop.ask('DELETE', `/users/sessions/${id}`, { as: here })).statusCode).toBe(204)
})

test('ends no session of another user', async () => {
  const [ada, bea] = [await givenUser(shop.db), await givenUser(shop.db)]
  const token = await shop.tokenOf(bea)
  const { elements } = await listOf(token)
  const reply = await shop.ask('DELETE', `/users/sessions/${elements[0].id}`, { as: ada })
  expect([reply.statusCode, reply.body]).toEqual([404, 'There is no such session.'])
  expect(await statusOf(token)).toBe(200)
})

test('ends all other sessions of the user at once', async () => {
  const [ada, bea] = [await givenUser(shop.db), await givenUser(shop.db)]
  const [here, there, elsewhere] = [await shop.tokenOf(ada), await shop.tokenOf(ada), await shop.tokenOf(ada)]
  const stranger = await shop.tokenOf(bea)
  expect((await shop.ask('DELETE', '/users/sessions', { as: here })).statusCode).toBe(204)
  const statuses = [await statusOf(here), await statusOf(there), await statusOf(elsewhere), await statusOf(stranger)]
  expect(statuses).toEqual([200, 401, 401, 200])
})

test('notes the last use of a session, once in a quarter of an hour', async () => {
  const ada = await givenUser(shop.db)
  const token = await shop.tokenOf(ada)
  const created = (await listOf(token)).elements[0]
  expect(created.lastUsedAt).toBe(created.createdAt)
  const used = async () => {
    const { rows } = await sql<{ version: string }>`
      select xmin::text as version from sessions where user_id = ${ada}`.execute(shop.db)
    return rows[0]?.version
  }
  const unused = await used()
  await statusOf(token)
  expect(await used()).toBe(unused)

  await sql`update sessions set created_at = created_at - interval '16 minutes' where user_id = ${ada}`.execute(
    shop.owner,
  )
  const [{ createdAt, lastUsedAt }] = (await listOf(token)).elements
  expect(Date.parse(lastUsedAt)).toBeGreaterThan(Date.parse(createdAt) + 15 * 60_000)
  const once = await used()
  await statusOf(token)
  expect(await used()).toBe(once)
})

test('ends a session that was not used for SESSION_IDLE_HOURS, and lists and keeps it no longer', async () => {
  const strict = await openTestShop({ SESSION_IDLE_HOURS: '2' })
  try {
    const ada = await givenUser(strict.db)
    const [used, idle] = [await strict.tokenOf(ada), await strict.tokenOf(ada)]
    const statusAt = async (token: string, time: string) => {
      await shiftClock(strict.owner, time)
      return (await strict.ask('GET', '/users/detail', { as: token })).statusCode
    }
    expect([await statusAt(used, '1 hour 50 minutes'), await statusAt(used, '3 hours 49 minutes')]).toEqual([200, 200])
    expect(await statusAt(idle, '3 hours 50 minutes')).toBe(401)
    const { total } = (await strict.ask('GET', '/users/sessions', { as: used })).json<{ total: number }>()
    expect(total).toBe(1)
    await enqueue(strict.db, 'sweep-expired', {})
    await doJobs(strict)
    expect(await strict.db.selectFrom('sessions').select('user_id').execute()).toHaveLength(1)
    expect(await statusAt(used, '6 hours 5 minutes')).toBe(401)
  } finally {
    await strict.close()
  }
})

test('keeps the 50 sessions of an account that were used last', async () => {
  const email = 'many@foyer.example'
  const ada = await givenUser(shop.db, { email, passwordHash })
  const used = await shop.tokenOf(ada)
  for (let count = 1; count < 50; count += 1) await shop.tokenOf(ada)
  await sql`update sessions set created_at = created_at - interval '1 hour' where user_id = ${ada}`.execute(shop.owner)
  await statusOf(used)
  const other = await shop.tokenOf(await givenUser(shop.db))
  const latest = await logIn(email, FIREFOX)
  const { total } = await listOf(latest)
  expect(total).toBe(50)
  expect([await statusOf(used), await statusOf(latest), await statusOf(other)]).toEqual([200, 200, 200])
  await logIn(email, FIREFOX)
  expect((await listOf(latest)).total).toBe(50)
})

test('keeps no more than 50 sessions when many log in at the same moment', async () => {
  const email = 'crowd@foyer.example'
  const ada = await givenUser(shop.db, { email, passwordHash })
  for (let count = 0; count < 49; count += 1) await shop.tokenOf(ada)
  const replies = await race(12, (network) =>
    shop.ask('POST', '/authentication', { body: { email, password: PASSWORD }, from: `192.0.2.${network}` }),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  const { sessions } = await shop.db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('sessions'))
    .where('user_id', '=', ada)
    .executeTakeFirstOrThrow()
  expect(Number(sessions)).toBe(50)
})

test('pages long lists of sessions', async () => {
  const ada = await givenUser(shop.db)
  for (let count = 0; count < 12; count += 1) await shop.tokenOf(ada)
  const first = await listOf(ada)
  expect([first.total, first.elements.length]).toEqual([13, 10])
  const second = await listOf(ada, '?pageIndex=1')
  const ids = [...first.elements, ...second.elements].map(({ id }: { id: number }) => id)
  expect(new Set(ids).size).toBe(13)
})
