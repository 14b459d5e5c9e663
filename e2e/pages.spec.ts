import { type APIResponse, expect, type Page, test } from '@playwright/test'
import { customerPaths, listedPaths, unlistedPaths } from './page-paths.ts'
import { enterAs, shopUrl } from './shop.ts'

/** Collects policy violations and errors of a page. */
function listenForFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(`${page.url()}: ${message.text()}`))
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  return faults
}

async function readHead(reply: APIResponse) {
  const html = await reply.text()
  const first = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    title: first(/<title>(.*?)<\/title>/)
      ?.replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"'),
    canonical: first(/<link rel="canonical" href="(.*?)">/),
    description: first(/<meta name="description" content="(.*?)">/),
    socialTitle: first(/<meta property="og:title" content="(.*?)">/),
    things: JSON.parse(first(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? '{}'),
    isHidden: html.includes('content="noindex"'),
  }
}

test('prerenders every public page and requests no embedded answer again', async ({ page }) => {
  const faults = listenForFaults(page)
  const asked: string[] = []
  page.on('request', (request) => /\/api\/v1\/(?!images)/.test(request.url()) && asked.push(request.url()))
  for (const path of listedPaths) {
    const reply = await page.request.get(shopUrl(path))
    const { title, canonical, description, socialTitle, isHidden } = await readHead(reply)
    expect([reply.status(), isHidden, canonical], path).toEqual([200, false, shopUrl(path)])
    expect([description, socialTitle], path).toEqual([expect.stringMatching(/.{10}/), expect.any(String)])
    await page.goto(shopUrl(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.prerendered-shell')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(await page.title(), path).toBe(title)
  }
  // The home page prefetches the second page of its news.
  expect(asked).toEqual([expect.stringContaining('news?pageIndex=1')])
  expect(faults).toEqual([])
})

test('describes shop, event, product and article as structured data', async ({ request }) => {
  const kinds = {
    '': ['WebSite', 'Organization'],
    'event/1/event-shows': ['ScreeningEvent', 'BreadcrumbList'],
    'merchandise/1': ['Product', 'BreadcrumbList'],
    'news/1': ['NewsArticle', 'BreadcrumbList'],
  }
  for (const [path, expected] of Object.entries(kinds)) {
    const { things } = await readHead(await request.get(shopUrl(path)))
    expect(things['@graph'].map((thing: { '@type': string }) => thing['@type'])).toEqual(expected)
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

test("violates no browser policy on a customer's pages", async ({ page, context }) => {
  await enterAs(context, { email: 'customer@foyer.example', password: 'foyer-demo' })
  const faults = listenForFaults(page)
  for (const path of ['', ...customerPaths]) {
    await page.goto(shopUrl(path))
    await page.waitForLoadState('networkidle')
  }
  expect(faults).toEqual([])
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
