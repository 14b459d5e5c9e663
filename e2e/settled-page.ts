import { isDeepStrictEqual } from 'node:util'
import { expect, type Page, type Response } from '@playwright/test'
import { shopUrl } from './shop.ts'

/** Opens a page and waits until its own code has drawn it and no part of it is loading. Returns the shop's answer. */
export async function openSettled(page: Page, path: string): Promise<Response | null> {
  const reply = await page.goto(shopUrl(path))
  await expectSettled(page, path)
  return reply
}

/** Waits until the code of the open page has drawn it and no part of it is loading, such as after a new width. */
export async function expectSettled(page: Page, path: string): Promise<void> {
  // The page draws a new width in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('.prerendered-shell'), path).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached()
  await expect(page.locator('main [aria-busy="true"]:not([inert] *)'), path).toHaveCount(0)
}

/** Measures a page until the result has stayed the same for half a second. Before that, a late font may move parts. */
export async function settled<Measure>(measure: () => Promise<Measure>): Promise<Measure> {
  const results: Measure[] = []
  const hasSettled = async () => {
    results.push(await measure())
    return results.length > 1 && isDeepStrictEqual(results.at(-1), results.at(-2))
  }
  await expect.poll(hasSettled, { intervals: [500] }).toBe(true)
  return results.at(-1) as Measure
}
