import { expect, test } from 'vitest'
import { countWaiting } from '#server/testing/connections.sql.ts'
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
    const { replies: answering } = await holdingAdmins(small, [
      () => small.ask('PATCH', `/users/${other}/lock`, { as: one, body: true }),
      () => small.ask('PATCH', `/users/${one}/lock`, { as: other, body: true }),
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
    const { replies: answering } = await holdingAdmins(small, [
      () => small.ask('PATCH', `/users/${rogue}/lock`, { as: chief, body: true }),
      () => small.ask('POST', '/users', { as: rogue, body }),
    ])
    expect((await answering).map(({ statusCode }) => statusCode)).toEqual([204, 403])
  } finally {
    await small.close()
  }
})

/**
 * Locks the rows of the administrators until all requests, which have been authenticated by then, wait for them: in
 * this order, in which they are served.
 */
function holdingAdmins(small: TestShop, requests: readonly (() => ReturnType<TestShop['ask']>)[]) {
  return small.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('is_admin', '=', true).forNoKeyUpdate().execute()
    const sent: ReturnType<TestShop['ask']>[] = []
    for (const request of requests) {
      sent.push(request())
      await expect.poll(() => countWaiting(small.db)).toBe(sent.length)
    }
    return { replies: Promise.all(sent) }
  })
}
