import { expect, test } from '@playwright/test'
import { readHead } from './page-head.ts'
import { customerPaths, unlistedPaths } from './page-paths.ts'
import { shopUrl } from './shop.ts'

test('describes shop, event, product and article as structured data', async ({ request }) => {
  const kinds = {
    '': ['WebSite', 'Organization'],
    'event/1/event-shows': ['ScreeningEvent', 'BreadcrumbList'],
    'merchandise/1': ['Product', 'BreadcrumbList'],
    'news/1': ['NewsArticle', 'BreadcrumbList'],
  }
  for (const [path, expected] of Object.entries(kinds)) {
    // A busy shop serves a page without its data.
    await expect(async () => {
      const { things } = await readHead(await request.get(shopUrl(path)))
      expect(things['@graph']?.map((thing: { '@type': string }) => thing['@type'])).toEqual(expected)
    }).toPass()
  }
})

test('answers 404 for unknown records and excludes own pages from search engines', async ({ page }) => {
  for (const path of ['event/999999/event-shows', 'news/999999', 'merchandise/999999', 'nowhere']) {
    const reply = await page.goto(shopUrl(path))
    expect(reply?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing on this stage')
  }
  for (const path of ['artist/999999/events', 'location/999999/event-shows']) {
    const reply = await page.goto(shopUrl(path))
    expect(reply?.status(), path).toBe(404)
    await expect(page).toHaveURL(shopUrl())
  }
  for (const path of [...unlistedPaths, ...customerPaths]) {
    expect((await readHead(await page.request.get(shopUrl(path)))).isHidden, path).toBe(true)
  }
})

test('refuses markup that scripts write into a page', async ({ page }) => {
  await page.goto(shopUrl())
  const write = page.evaluate(() => {
    document.body.innerHTML = '<img src="" onerror="alert(1)">'
  })
  await expect(write).rejects.toThrow('TrustedHTML')
})

test('has no layout shift on the home page of a phone', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 }, isMobile: true })
  await page.addInitScript(() => {
    Object.assign(globalThis, { jumps: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(globalThis, { jumps: (globalThis as unknown as { jumps: number }).jumps + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(shopUrl())
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (globalThis as unknown as { jumps: number }).jumps)).toBeLessThanOrEqual(0.1)
  await page.close()
})

test('offers a sitemap to search engines', async ({ request }) => {
  const robots = await (await request.get(shopUrl('robots.txt'))).text()
  expect(robots).toContain(`Sitemap: ${shopUrl('sitemap.xml')}`)
  const map = await (await request.get(shopUrl('sitemap.xml'))).text()
  expect(map).toContain(`<loc>${shopUrl('event/1/event-shows')}</loc>`)
})
