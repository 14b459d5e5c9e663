import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { tablesWith } from '#server/testing/find-text.sql.ts'
import { givenImage, givenNews, givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

type Person = { firstName: string; lastName: string; email: string; address: string }

/** Someone who did all that one can do here, and left traces of everything. */
async function givenRegular(person: Person): Promise<UserId> {
  const { address, ...form } = person
  const password = 'correct horse'
  const ask = async (...asked: Parameters<TestShop['ask']>) => {
    const reply = await shop.ask(...asked)
    expect([asked[1], reply.statusCode < 300, reply.body.slice(0, 80)]).toMatchObject([
      asked[1],
      true,
      expect.anything(),
    ])
    return reply
  }
  const as = (await ask('POST', '/users', { body: { ...form, password } })).json().id as UserId
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() })
  await ask('POST', '/authentication', { body: { email: person.email, password } })
  await ask('PATCH', '/users', { as, body: { firstName: person.firstName, lastName: person.lastName, address } })
  await ask('POST', '/password-resets', { body: { email: person.email } })
  await ask('POST', `/news/${await givenNews(shop.db)}`, { as })

  const show = await givenShow(shop.db, { seats: 3 })
  const places = { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds }
  const { elements } = (await ask('POST', '/tickets', { as, body: places, headers: headers() })).json()
  const [bought, refunded] = elements.map(({ id }: { id: number }) => id)
  const userPaymentInfoDto = { firstName: person.firstName, lastName: person.lastName, address }
  const order = { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [bought, refunded] }
  await ask('POST', '/orders', { as, body: order, headers: headers() })
  await ask('PUT', `/tickets/${refunded}/cancelation`, { as, headers: headers() })
  const merchandiseProductId = await givenProduct(shop.db)
  await ask('POST', '/merchandise/purchases', { as, body: { merchandiseProductId, quantity: 1 } })
  const { id: imageId } = await givenImage(shop.db, { uploadedBy: as })
  const product = { name: 'Cap', description: 'Blue.', price: 5, points: 0, stock: 1, itemsPerCustomer: 1, imageId }
  await ask('POST', '/merchandise/products', { as, body: product })
  return as
}

const ways: [how: string, remove: (userId: UserId) => ReturnType<TestShop['ask']>][] = [
  ['themselves', (as) => shop.ask('DELETE', '/users', { as })],
  ['through an administrator', (userId) => shop.ask('DELETE', `/users/${userId}`, { as: admin })],
]

for (const [index, [how, remove]] of ways.entries()) {
  test(`leaves a user deleted ${how} on invoices only`, async () => {
    const person = {
      firstName: `Xanthippe${index}`,
      lastName: `Zwölfender${index}`,
      email: `nirgends${index}@foyer.example`,
      address: `Geheimgasse 77${index}, 1234 Nirgendwo`,
    }
    const userId = await givenRegular(person)
    expect(await tablesWith(shop.db, person.email)).toEqual(['_private_jobs', 'users'])
    expect((await remove(userId)).statusCode).toBe(204)
    const letters = await doJobs(shop)
    expect(letters.map(({ subject }) => subject)).toEqual(['Your account was deleted'])

    const { email, ...onInvoice } = person
    expect(await tablesWith(shop.db, email)).toEqual([])
    for (const text of Object.values(onInvoice))
      expect([text, await tablesWith(shop.db, text)]).toEqual([text, ['invoices']])
    await expectCleanBooks(shop.db)
  })
}

test('deletes the address of an undeliverable mail eventually', async () => {
  const email = 'unreachable@foyer.example'
  await shop.ask('DELETE', '/users', { as: await givenUser(shop.db, { email }) })
  const failedAgo = (ago: string) =>
    sql`
    update graphile_worker._private_jobs
    set attempts = max_attempts, updated_at = now() - ${ago}::interval where task_id =
      (select id from graphile_worker._private_tasks where identifier = 'send-mail')`.execute(shop.db)
  const sweep = async () => {
    await enqueue(shop.db, 'sweep-expired', {})
    expect(await doJobs(shop)).toEqual([])
    return tablesWith(shop.db, email)
  }
  await failedAgo('6 days')
  expect(await sweep()).toEqual(['_private_jobs'])
  await failedAgo('8 days')
  expect(await sweep()).toEqual([])
})

const PASSWORD = 'correct horse'

async function givenOwner(of: TestShop): Promise<UserId> {
  return givenUser(of.db, { passwordHash: await cheapHashOf(PASSWORD) })
}

test('requires the password for a deletion by the owner in a public shop', async () => {
  const open = await openTestShop({ DELETE_NEEDS_PASSWORD: 'on' })
  try {
    const owner = await givenOwner(open)
    const remove = (body?: object) => open.ask('DELETE', '/users', { as: owner, ...(body && { body }) })
    const answers = [await remove(), await remove({}), await remove({ password: 'stolen session' })]
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [422, 'password: Value is required'],
      [422, 'password: Value is required'],
      [422, 'This password is wrong.'],
    ])
    const { deletionNeedsPassword } = (await open.ask('GET', '/users/detail', { as: owner })).json()
    expect(deletionNeedsPassword).toBe(true)
    expect((await remove({ password: PASSWORD })).statusCode).toBe(204)
    expect((await open.ask('GET', '/users/detail', { as: owner })).statusCode).toBe(401)
  } finally {
    await open.close()
  }
})

test('checks a password that is sent without need', async () => {
  const owner = await givenOwner(shop)
  const remove = (password: string) => shop.ask('DELETE', '/users', { as: owner, body: { password } })
  expect((await remove('wrong password')).statusCode).toBe(422)
  expect((await remove(PASSWORD)).statusCode).toBe(204)
})
