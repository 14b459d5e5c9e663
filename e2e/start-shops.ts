import type { FullConfig } from '@playwright/test'
import { type StartedShop, startShop } from './started-shop.ts'

/**
 * Loads the demo once, then starts a shop with a copy of it for each worker, so that concurrent journeys do not
 * interfere. Returns the function that stops them.
 */
export default async function startShops({ workers }: FullConfig): Promise<() => Promise<void>> {
  const loaded = await startShop()
  await loaded.stop()
  process.env['LOADED_DEMO'] = loaded.dataDir
  const shops: StartedShop[] = []
  for (let worker = 0; worker < workers; worker += 1) shops.push(await startShop())
  process.env['SHOPS'] = JSON.stringify(shops.map(({ url, dataDir }) => ({ url, dataDir })))
  return async () => {
    await Promise.all([loaded, ...shops].map((shop) => shop.close()))
  }
}
