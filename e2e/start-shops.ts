import type { FullConfig } from '@playwright/test'
import { startShop } from './started-shop.ts'

/** Starts a shop for each worker, so that journeys at the same time do not meet; answers how to stop them. */
export default async function startShops({ workers }: FullConfig): Promise<() => Promise<void>> {
  const shops = await Promise.all(Array.from({ length: workers }, startShop))
  process.env['SHOPS'] = JSON.stringify(shops.map(({ url, dataDir }) => ({ url, dataDir })))
  return async () => {
    await Promise.all(shops.map((shop) => shop.close()))
  }
}
