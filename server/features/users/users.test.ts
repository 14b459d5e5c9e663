import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

const form = { firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse' }

function logIn(email: string, password: string) {
  return shop.ask('POST', '/authentication', { body: { email, password } })
}

test('registers a user who can log in and is never an administrator', async () => {
  const body = {
    ...form,
    firstName: ' Ada ',
    email: 'new@foyer.example',
    isAdmin: true,
    isLocked: true,
    points: 999,
    id: 1,
  }
  const reply = await shop.ask('POST', '/users', { body })
  expect(reply.statusCode).toBe(201)
  expect((await logIn('new@foyer.example', form.password)).statusCode).toBe(200)
  const detail = await shop.ask('GET', '/users/detail', { as: reply.json().id as UserId })
  expect(detail.json()).toEqual({
    id: reply.json().id,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'new@foyer.example',
    address: '',
    points: 0,
    isAdmin: false,
    isEmailVerified: true,
    wantsReminders: true,
    deletionNeedsPassword: false,
  })
})

test('allows one account per address, ignoring case', async () => {
  await shop.ask('POST', '/users', { body: { ...form, email: 'twice@foyer.example' } })
  const again = await shop.ask('POST', '/users', { body: { ...form, email: 'Twice@Foyer.example' } })
  expect([again.statusCode, again.body]).toEqual([409, 'There is already an account with this email address.'])
})

test('lets one of twenty concurrent registrations of an address succeed', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => shop.ask('POST', '/users', { body: { ...form, email: 'race@foyer.example' } })),
  )
  expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([201, ...Array(19).fill(409)])
})

test('accepts passwords of 8 to 72 characters at registration, up to 255 from an administrator', async () => {
  const body = (length: number) => ({ ...form, email: `p${length}@foyer.example`, password: 'x'.repeat(length) })
  const long = await shop.ask('POST', '/users', { body: body(73) })
  expect([long.statusCode, long.body]).toEqual([422, 'password: The maximum length allowed is 72'])
  expect((await shop.ask('POST', '/users', { body: body(72) })).statusCode).toBe(201)
  expect((await shop.ask('POST', '/users', { as: admin, body: body(255) })).statusCode).toBe(201)
  expect((await logIn('p255@foyer.example', 'x'.repeat(255))).statusCode).toBe(200)
  expect((await logIn('p255@foyer.example', 'x'.repeat(254))).statusCode).toBe(401)
  expect((await shop.ask('POST', '/users', { as: admin, body: body(256) })).statusCode).toBe(422)
})

test('counts a character outside the basic plane as one', async () => {
  const body = (length: number) => ({ ...form, email: `masks${length}@foyer.example`, password: '🎭'.repeat(length) })
  const long = await shop.ask('POST', '/users', { body: body(73) })
  expect([long.statusCode, long.body]).toEqual([422, 'password: The maximum length allowed is 72'])
  expect((await shop.ask('POST', '/users', { body: body(72) })).statusCode).toBe(201)
  expect((await logIn('masks72@foyer.example', '🎭'.repeat(72))).statusCode).toBe(200)
})

test('lets an administrator create administrators', async () => {
  const body = { ...form, email: 'second@foyer.example', isAdmin: true }
  const { id } = (await shop.ask('POST', '/users', { as: admin, body })).json()
  expect((await shop.ask('GET', '/users', { as: id })).statusCode).toBe(200)
  await shop.ask('DELETE', `/users/${id}`, { as: admin })
})

test('lets an administrator create staff, and nobody else', async () => {
  const body = { ...form, email: 'desk@foyer.example', isStaff: true }
  const { id } = (await shop.ask('POST', '/users', { as: admin, body })).json()
  expect((await shop.ask('GET', '/admin/shows', { as: id })).statusCode).toBe(200)
  const { elements } = (await shop.ask('GET', `/admin/log?kind=USER&recordId=${id}`, { as: admin })).json()
  expect(elements[0].changes).toEqual([{ field: 'isStaff', from: false, to: true }])
  await shop.ask('DELETE', `/users/${id}`, { as: admin })
  for (const as of [undefined, id]) {
    const own = await shop.ask('POST', '/users', { as: undefined, body: { ...body, email: `own${as}@foyer.example` } })
    expect((await shop.ask('GET', '/admin/shows', { as: own.json().id })).statusCode).toBe(403)
  }
})

test('gives and takes the role of staff, ends the sessions, and logs both', async () => {
  const id = await givenUser(shop.db)
  const session = await shop.tokenOf(id)
  const give = (isStaff: boolean, as: UserId = admin) =>
    shop.ask('PUT', `/admin/users/${id}/staff`, { as, body: isStaff })
  expect((await give(true)).statusCode).toBe(204)
  expect((await shop.ask('GET', '/users/detail', { as: session })).statusCode).toBe(401)
  expect((await shop.ask('GET', '/users', { as: id })).statusCode).toBe(403)
  const roles = async () => {
    const [, claims = ''] = (await shop.tokenOf(id)).split('.')
    return JSON.parse(Buffer.from(claims, 'base64url').toString()).rol
  }
  expect(await roles()).toEqual(['ROLE_STAFF', 'ROLE_USER'])
  expect((await give(true, id)).statusCode).toBe(403)
  expect((await give(false)).statusCode).toBe(204)
  expect((await give(false)).statusCode).toBe(204)
  expect(await roles()).toEqual(['ROLE_USER'])
  const { elements } = (await shop.ask('GET', `/admin/log?kind=USER&recordId=${id}`, { as: admin })).json()
  expect(elements.map(({ changes }: { changes: unknown }) => changes)).toEqual([
    [{ field: 'isStaff', from: true, to: false }],
    [{ field: 'isStaff', from: false, to: true }],
  ])
})

test('lists users by email for administrators, without the caller', async () => {
  const listed = await givenUser(shop.db, { email: 'Zoe.List@foyer.example' })
  expect((await shop.ask('GET', '/users')).statusCode).toBe(401)
  expect((await shop.ask('GET', '/users', { as: listed })).statusCode).toBe(403)
  const found = (await shop.ask('GET', '/users?email=zoe.list', { as: admin })).json()
  expect(found).toMatchObject({ total: 1, elements: [{ id: listed, isAdmin: false, isLocked: false }] })
  const all = (await shop.ask('GET', '/users?pageSize=100', { as: admin })).json()
  expect(all.elements.map(({ id }: { id: number }) => id)).not.toContain(admin)
  expect(Object.keys(all.elements[0]).toSorted()).toEqual(
    ['email', 'firstName', 'hasSecondFactor', 'id', 'isAdmin', 'isLocked', 'isStaff', 'lastName'].toSorted(),
  )
})

test('shows points in the profile from the day they count', async () => {
  const ada = await givenUser(shop.db, { points: 120 })
  await shop.db
    .insertInto('points_entries')
    .values({ user_id: ada, points: 50, counts_from: new Date(Date.now() + 60_000), reason: 'GIFT' })
    .execute()
  expect((await shop.ask('GET', '/users/detail', { as: ada })).json().points).toBe(120)
})

test('changes name and address, and nothing else', async () => {
  const ada = await givenUser(shop.db)
  const body = { firstName: 'Grace', lastName: 'Hopper', address: 'Navy Yard 1', email: 'x@y.example', isAdmin: true }
  const reply = await shop.ask('PATCH', '/users', { as: ada, body })
  expect(reply.json()).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', address: 'Navy Yard 1', isAdmin: false })
  expect(reply.json().email).not.toBe('x@y.example')
  const { address, ...names } = body
  expect((await shop.ask('PATCH', '/users', { as: ada, body: names })).json()).toMatchObject({ address })
  const blank = await shop.ask('PATCH', '/users', { as: ada, body: { ...body, firstName: ' ' } })
  expect([blank.statusCode, blank.body]).toEqual([422, 'firstName: This field cannot contain only whitespace'])
})

test('requires the old password for a new one, ends the other sessions and sends a mail', async () => {
  const email = 'change@foyer.example'
  const ada = await givenUser(shop.db, { email, passwordHash: await cheapHashOf('old password') })
  const here = await shop.tokenOf(ada)
  const there = await shop.tokenOf(ada)
  const change = (password: string) =>
    shop.ask('PATCH', '/users/change-password', { as: here, body: { password, newPassword: 'new password' } })
  const wrong = await change('not the old one')
  expect([wrong.statusCode, wrong.body]).toEqual([422, 'This password is wrong.'])
  expect((await change('old password')).statusCode).toBe(204)
  expect((await shop.ask('GET', '/users/detail', { as: here })).statusCode).toBe(200)
  expect((await shop.ask('GET', '/users/detail', { as: there })).statusCode).toBe(401)
  expect((await logIn(email, 'old password')).statusCode).toBe(401)
  expect((await logIn(email, 'new password')).statusCode).toBe(200)
  const letters = await doJobs(shop)
  expect(letters.filter(({ to }) => to.email === email)).toMatchObject([{ subject: 'Your password was changed' }])
})

test('ends sessions and frees reservations when a user is locked, and keeps bought tickets', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 3, standing: 10 })
  const [first, second, third] = show.seatIds
  if (!first || !second || !third) throw new Error('three seats')
  const { elements } = (
    await reserve(ada, show.showId, [first, second, show.standingPlaceId, show.standingPlaceId])
  ).json()
  const [bought] = elements
  await shop.ask('POST', '/orders', {
    as: ada,
    body: {
      userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' },
      paymentType: 'VISA',
      ticketIds: [bought.id],
    },
  })
  expect((await shop.ask('PATCH', `/users/${ada}/lock`, { as: admin, body: true })).statusCode).toBe(204)
  expect((await shop.ask('GET', '/users/detail', { as: ada })).statusCode).toBe(401)
  const where = `seatingPlanId=${show.seatingPlanId}&eventShowId=${show.showId}`
  const taken = (await shop.ask('GET', `/tickets/reservations?${where}`)).json()
  expect(taken.elements).toEqual([{ placeId: bought.placeId, ticketState: 'BOUGHT' }])
  const room = await shop.db
    .selectFrom('standing_occupancies')
    .select('occupied')
    .where('event_show_id', '=', show.showId)
    .executeTakeFirstOrThrow()
  expect(room.occupied).toBe(0)
  expect((await shop.ask('PATCH', `/users/${ada}/lock`, { as: admin, body: false })).statusCode).toBe(204)
  expect((await shop.ask('GET', '/users/detail', { as: await shop.tokenOf(ada) })).statusCode).toBe(200)
})

test('refuses to lock or delete oneself or an unknown user', async () => {
  for (const [method, path, body] of [
    ['PATCH', `/users/${admin}/lock`, true],
    ['DELETE', `/users/${admin}`, undefined],
  ] as const) {
    const reply = await shop.ask(method, path, { as: admin, body })
    expect([reply.statusCode, reply.body]).toEqual([409, 'You cannot do this to your own account.'])
  }
  expect((await shop.ask('PATCH', '/users/999999/lock', { as: admin, body: true })).statusCode).toBe(404)
  expect((await shop.ask('DELETE', '/users/999999', { as: admin })).statusCode).toBe(204)
  const ada = await givenUser(shop.db)
  expect((await shop.ask('PATCH', `/users/${admin}/lock`, { as: ada, body: true })).statusCode).toBe(403)
  expect((await shop.ask('DELETE', `/users/${admin}`, { as: ada })).statusCode).toBe(403)
})

test('removes the personal data of a deleted account and frees its address', async () => {
  const email = 'leaver@foyer.example'
  const ada = await givenUser(shop.db, { email, points: 10 })
  const show = await givenShow(shop.db, { standing: 5 })
  await reserve(ada, show.showId, [show.standingPlaceId])
  const merchandiseProductId = await givenProduct(shop.db)
  await shop.ask('POST', '/merchandise/purchases', { as: ada, body: { merchandiseProductId, quantity: 1 } })
  expect((await shop.ask('DELETE', '/users', { as: ada })).statusCode).toBe(204)
  expect((await shop.ask('GET', '/users/detail', { as: ada })).statusCode).toBe(401)

  const row = await shop.db.selectFrom('users').selectAll().where('id', '=', ada).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ first_name: '', last_name: '', email: '', address: '', password_hash: '' })
  for (const table of ['sessions', 'merchandise_purchases', 'tickets', 'idempotency_keys', 'news_reads'] as const) {
    expect([table, await shop.db.selectFrom(table).select('user_id').where('user_id', '=', ada).execute()]).toEqual([
      table,
      [],
    ])
  }
  const letters = await doJobs(shop)
  expect(letters.filter(({ to }) => to.email === email)).toMatchObject([{ subject: 'Your account was deleted' }])
  expect((await shop.ask('POST', '/users', { body: { ...form, email } })).statusCode).toBe(201)
})

function reserve(as: UserId, eventShowId: number, seatingPlanPlaceIds: number[]) {
  return shop.ask('POST', '/tickets', { as, body: { eventShowId, seatingPlanPlaceIds } })
}
