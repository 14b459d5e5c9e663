import { test } from '@playwright/test'
import { useShop } from './shop.ts'
import { type StartedShop, startShop } from './started-shop.ts'

type ShopSettings = Record<string, string>

const OPEN_WITHIN_MS = 600_000

/** Starts a shop with these settings for the journeys of the file, which all helpers then use, and deletes it after. */
export function withOwnShop(settings: ShopSettings | (() => Promise<ShopSettings>)): void {
  let shop: StartedShop | undefined
  test.beforeAll(async () => {
    test.setTimeout(OPEN_WITHIN_MS)
    shop = await startShop(typeof settings === 'function' ? await settings() : settings)
    useShop(shop)
  })
  test.afterAll(async () => {
    useShop(undefined)
    await shop?.close()
  })
}
