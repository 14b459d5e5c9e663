import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseIds } from '#server/db/raise-ids.sql.ts'
import { openTransferShop, type TransferShop } from '#server/testing/transfer-shop.ts'

let shop: TransferShop

beforeAll(async () => {
  shop = await openTransferShop()
})
afterAll(() => shop.close())

test('gives no code again after a return to a moment before it', async () => {
  const id = await shop.buy()
  const before = await shop.own(id)
  await shop.newCode(id)
  const lost = await shop.own(id)
  await sql`update tickets set issue = 1 where id = ${id}`.execute(shop.owner)
  await raiseIds(shop.owner)
  expect((await shop.own(id)).code).toBe(before.code)

  await shop.newCode(id)
  const after = await shop.own(id)
  expect([after.code, after.doorCode]).not.toContain(lost.code)
  expect(after.doorCode).not.toBe(lost.doorCode)
  const codes = [before.code, lost.code, after.code]
  expect(await Promise.all(codes.map((code) => shop.verdictOf(code)))).toEqual(['OLD_CODE', 'OLD_CODE', 'VALID'])
  const issue = async () => (await shop.stateOf(id)).issue
  const first = await issue()
  await raiseIds(shop.owner)
  await shop.newCode(id)
  expect(await issue()).toBe(first + 100)
})
