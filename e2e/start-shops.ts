import type { FullConfig } from '@playwright/test'
import { startShop } from './started-shop.ts'

/** Starts a shop per worker, so that concurrent journeys do not interfere. Returns the function that stops them. */
export default async function startShops({ workers }: FullConfig): Promise<() => Promise<void>> {
  const shops = await Promise.all(Array.from({ length: workers }, () => startShop()))
  process.env['SHOPS'] = JSON.stringify(shops.map(({ url, dataDir }) => ({ url, dataDir })))
  return async () => {
    await Promise.all(shops.map((shop) => shop.close()))
  }
}
