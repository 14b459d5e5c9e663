import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'

const FORM = { firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse' }

test('keeps one of several administrators who delete themselves concurrently', async () => {
  const small = await openTestShop()
  try {
    const admins = await Promise.all(Array.from({ length: 5 }, () => givenUser(small.db, { isAdmin: true })))
    const replies = await Promise.all(admins.map((as) => small.ask('DELETE', '/users', { as })))
    expect(replies.filter((reply) => reply.statusCode === 204)).toHaveLength(4)
    expect(replies.find((reply) => reply.statusCode !== 204)?.body).toBe("The last administrator can't be deleted.")
  } finally {
    await small.close()
  }
})

test('keeps one of two administrators who lock each other concurrently', async () => {
  const small = await openTestShop()
  try {
    const one = await givenUser(small.db, { isAdmin: true })
    const other = await givenUser(small.db, { isAdmin: true })
    const { replies: answering } = await holdingAdmins(small, 2, () => [
      small.ask('PATCH', `/users/${other}/lock`, { as: one, body: true }),
      small.ask('PATCH', `/users/${one}/lock`, { as: other, body: true }),
    ])
    const replies = await answering
    expect(replies.filter((reply) => reply.statusCode === 204)).toHaveLength(1)
    const locked = await small.db.selectFrom('users').select('id').where('is_locked', '=', true).execute()
    expect(locked).toHaveLength(1)
  } finally {
    await small.close()
  }
})

test('creates no administrator for one who is locked meanwhile', async () => {
  const small = await openTestShop()
  try {
    const [chief, rogue] = [await givenUser(small.db, { isAdmin: true }), await givenUser(small.db, { isAdmin: true })]
    const body = { ...FORM, email: 'accomplice@foyer.example', isAdmin: true }
    const { replies: answering } = await holdingAdmins(small, 2, () => [
      small.ask('PATCH', `/users/${rogue}/lock`, { as: chief, body: true }),
      small.ask('POST', '/users', { as: rogue, body }),
    ])
    expect((await answering).map(({ statusCode }) => statusCode)).toEqual([204, 403])
  } finally {
    await small.close()
  }
})

/**
 * Locks the rows of the administrators until `waiting` requests, which have been authenticated by then, wait for them.
 */
function holdingAdmins(small: TestShop, waiting: number, send: () => ReturnType<TestShop['ask']>[]) {
  return small.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('is_admin', '=', true).forNoKeyUpdate().execute()
    const replies = Promise.all(send())
    await expect.poll(() => countWaiting(small)).toBe(waiting)
    return { replies }
  })
}

async function countWaiting({ db }: TestShop): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
