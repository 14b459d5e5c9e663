import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ManualShop, openManualShop } from '#server/testing/manual-shop.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { givenUser } from '#server/testing/test-data.ts'

let shop: ManualShop

beforeAll(async () => {
  shop = await openManualShop()
})
afterAll(() => shop.close())

test('starts no server that would simulate payments in a shop that takes money', async () => {
  const settings = { DATABASE_URL: shop.databaseUrl }
  const { id } = await shop.givenOpenPayment('desk')
  const simulating = await startShopProcess(settings)
  await simulating.stop()
  const as = await givenUser(shop.db, { isAdmin: true })
  const settled = await shop.ask('POST', `/admin/desk-payments/${id}/settle`, { as, body: { receipt: '4711' } })
  expect(settled.statusCode).toBe(200)
  await expect(startShopProcess(settings)).rejects.toThrow('Set PAYMENTS as before')
  const paying = await startShopProcess({ ...settings, PAYMENTS: 'desk' })
  await paying.stop()
})
