import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { casesOf, isProving } from './proving.ts'
import { enterAs, shopUrl } from './shop.ts'
import { CUSTOMER } from './started-shop.ts'

type Box = { x: number; y: number; width: number }

const pages: Record<string, readonly string[]> = {
  '': ['h1', 'h1 + p', 'section'],
  'event/1/event-shows': ['h1', 'img'],
  'merchandise/1': ['h1', 'img'],
  'news/1': ['h1', 'img'],
  'search/event': ['h1', 'img'],
  news: ['h1', 'img'],
  merchandise: ['h1', 'img'],
  'artist/1/events': ['h1', 'img'],
}
const pagesOfCustomers = { 'event-show/300': ['h1', 'img', 'p:has-text("20")'] }

/** Tolerates small offsets of text lines; a moved picture or heading would be a visible layout shift. */
const HARDLY_SEEN_PX = 8

/** Measures the parts of a page: of its prerendered shell, or of what its code draws instead. */
async function boxesOf(
  page: Page,
  { path, parts, isShell }: { path: string; parts: readonly string[]; isShell: boolean },
): Promise<(Box | null)[]> {
  await page.goto(shopUrl(path))
  await expect(page.locator('.prerendered-shell')).toHaveCount(isShell ? 1 : 0)
  // A font is requested by the first frame that needs it. Before that frame, none is missing.
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await document.fonts.ready
  })
  const boxes: (Box | null)[] = []
  for (const part of parts) boxes.push(await page.locator('main').locator(part).first().boundingBox())
  return boxes
}

const widths = casesOf({ gate: [360], all: [360, 768, 1280] })

for (const width of widths) {
  // `npm test` measures every fourth page.
  const measured = Object.fromEntries(Object.entries(pages).filter((_, index) => isProving || index % 4 === 0))
  test(`prerenders content at its final position at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 823 } })
    await fetchFonts(context)
    await comparePages(context, measured)
    await enterAs(context, CUSTOMER)
    await comparePages(context, pagesOfCustomers)
    await context.close()
  })
}

/** Puts the fonts into the cache: fonts are optional, so a page draws without one that comes late on a busy machine. */
async function fetchFonts(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(shopUrl())
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())).then(() => undefined))
  await page.close()
}

/** Compares where the prerendered shells and the code of pages draw the same parts. */
async function comparePages(context: BrowserContext, compared: Record<string, readonly string[]>): Promise<void> {
  const prerendered = await context.newPage()
  await prerendered.route(/\.js$/, (route) => route.abort())
  const complete = await context.newPage()
  for (const [path, parts] of Object.entries(compared)) {
    const first = await boxesOf(prerendered, { path, parts, isShell: true })
    const last = await boxesOf(complete, { path, parts, isShell: false })
    for (const [index, part] of parts.entries()) {
      const [seen, drawn] = [first[index], last[index]]
      const distance = Math.max(
        Math.abs((seen?.x ?? Infinity) - (drawn?.x ?? 0)),
        Math.abs((seen?.y ?? Infinity) - (drawn?.y ?? 0)),
      )
      expect(distance, `${path} ${part}`).toBeLessThanOrEqual(HARDLY_SEEN_PX)
    }
  }
}

test('prerenders the heading of a show for browsers with a session only', async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto(shopUrl('event-show/300'))
  await expect(page.locator('.prerendered-shell')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
})

test('requests code after the first frame, so that it does not delay styles on a slow line', async ({ page }) => {
  await page.addInitScript(() => requestAnimationFrame(() => performance.mark('first frame')))
  for (const path of ['', 'search/event']) {
    await page.goto(shopUrl(path))
    await expect(page.locator('.prerendered-shell')).toBeHidden()
    const { firstFrame, firstCode } = await page.evaluate(() => {
      const code = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      return {
        firstFrame: performance.getEntriesByName('first frame')[0]?.startTime ?? Infinity,
        firstCode: Math.min(...code.map(({ startTime }) => startTime)),
      }
    })
    expect(firstCode, path).toBeGreaterThan(firstFrame)
  }
})

test('keeps scroll position and focus when the code of a page takes over', async ({ page }) => {
  const code = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(shopUrl('news/3'), { waitUntil: 'commit' })
  const link = page.getByRole('link', { name: 'Merchandise' })
  await link.focus()
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, 250)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(250)
  code.resolve()
  await expect(page.locator('.prerendered-shell')).toHaveCount(0)
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(250)
})
