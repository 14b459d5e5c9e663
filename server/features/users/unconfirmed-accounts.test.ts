import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { type ConfirmingShop, openConfirmingShop } from '#server/testing/confirming-shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: ConfirmingShop
let admin: UserId

beforeAll(async () => {
  shop = await openConfirmingShop()
  admin = await givenUser(shop.db, { isAdmin: true })
  await confirm(admin)
})
afterAll(() => shop.close())

const confirm = (id: UserId) => sql`update users set email_verified_at = shop_now() where id = ${id}`.execute(shop.db)
const REFUSAL =
  'The email address of this account is not confirmed, so a stranger may have registered it. Its owner confirms it by the link in a mail, or by choosing a new password at the login.'

test('gives the role of staff to no account that a stranger may have registered', async () => {
  const { id } = await shop.register('desk@theatre.example')
  const give = () => shop.ask('PUT', `/admin/users/${id}/staff`, { as: admin, body: true })
  const refused = await give()
  expect([refused.statusCode, refused.body]).toEqual([409, REFUSAL])
  await confirm(id)
  expect((await give()).statusCode).toBe(204)
})

test('sells at the desk to no account that a stranger may have registered, and does not list it', async () => {
  const { id } = await shop.register('anna@guests.example')
  const { showId, seatIds } = await givenShow(shop.db, { seats: 1 })
  const found = async () =>
    (await shop.ask('GET', '/admin/buyers?text=anna@guests', { as: admin })).json<{ elements: object[] }>().elements
  const body = {
    userId: id,
    tickets: seatIds.map((placeId) => ({ placeId })),
    paymentType: 'CASH',
    expectedTotal: 4_550,
  }
  const sell = () => shop.ask('POST', `/admin/shows/${showId}/sales`, { as: admin, body })
  expect(await found()).toEqual([])
  const refused = await sell()
  expect([refused.statusCode, refused.body]).toEqual([409, REFUSAL])
  await confirm(id)
  expect(await found()).toMatchObject([{ id }])
  expect((await sell()).statusCode).toBe(201)
})
