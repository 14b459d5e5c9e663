import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { addRecording, buildDemo } from '../scripts/build-demo.ts'
import { serveFiles } from './file-server.ts'
import { logIn, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

// Builds all pages again, so only `npm run prove` runs it.
test('serves a recording as a static demo', async ({ page, context }) => {
  const shop: { url: string | undefined } = { url: shopUrl() }
  const server = await serveFiles(buildDemo(), shop)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))

  await page.goto(server.url)
  const bestSeller = page
    .getByRole('region', { name: /^Top Sellers/ })
    .getByRole('link')
    .first()
  const heading = page.getByRole('heading', { level: 1 })
  const ofHome = await heading.innerText()
  await bestSeller.click()
  await expect(page).toHaveURL(/#\/event\/\d+\/event-shows$/)
  // The address changes before the page.
  await expect(heading).not.toHaveText(ofHome)
  const title = await heading.innerText()
  await expect(page.getByRole('list').getByRole('link').first()).toBeVisible()
  expect(warnings.join()).toContain('The response cache could not be loaded')

  await page.goto(`${server.url}#/login`)
  await page.reload()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(bestSeller).toBeVisible()
  await bestSeller.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  // The heading comes before the answers that are to be recorded.
  await expect(page.getByRole('list').getByRole('link').first()).toBeVisible()
  const poster = page.getByRole('main').locator('img').first()
  await expect(poster).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await logIn(page, ADMIN)
  await page.getByRole('link', { name: 'Admin' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save Recording' }).click()
  const recording = await (await saved).path()
  const { text: token } = JSON.parse(await readFile(recording, 'utf8'))['POST api/v1/authentication']
  const refused = await page.request.get(shopUrl('api/v1/users'), { headers: { authorization: token } })
  expect(refused.status()).toBe(401)
  addRecording(recording)

  // The demo works without the shop.
  shop.url = undefined
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  const calls: string[] = []
  context.on('request', (request) => calls.push(request.url()))
  await page.goto(server.url)
  await bestSeller.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(poster).toHaveJSProperty('complete', true)
  expect(await poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Merchandise' }).click()
  await expect(page.getByText('Unsupported.').first()).toBeVisible()
  expect(calls.filter((url) => url.includes('api/') && !url.includes('/images/'))).toEqual([])
  await server.stop()
})
