import type { Browser, Page } from '@playwright/test'
import type { ShowId } from '#domain/ids.ts'
import type { BenchVenue } from './venues.ts'
import type { OpenShop } from './open-shop.ts'
import { pageTools } from './page-tools.ts'

/** Measurements in milliseconds, kilobytes and counts. */
export type Figures = {
  firstPaint: number
  wire: number
  pan: number
  zoom: number
  hit: number
  changes: number
  elements: number
}

const PHONE = { viewport: { width: 390, height: 700 }, deviceScaleFactor: 2 }
const SLOWER = 4
const CHANGES = 200
/** CSS pixels between seats at a comfortable scale. */
const COMFORTABLE = 28
/** The fraction of the map's width that the whole plan takes. */
const PLAN_SHARE = 0.88

const PLAN = '/seatingplans/event-show/'
const STATE = '/tickets/reservations'

/** Opens the page of a show on a slow phone and zooms, pans, hovers and updates its map. */
export async function measureMap(
  browser: Browser,
  shop: OpenShop,
  { venue, showId }: { venue: BenchVenue; showId: ShowId },
): Promise<Figures> {
  await shop.free(showId)
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    await page.addInitScript((kept) => localStorage.setItem('authToken', kept), shop.token)
    await page.addInitScript(pageTools)
    // Changes are measured from the request of the state, so live updates are blocked.
    await page.route('**/places/stream', (route) => route.abort())
    const phone = await context.newCDPSession(page)
    await phone.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const firstPaint = await openMap(page, `${shop.url}event-show/${showId}`)
    const wire = await page.evaluate(
      (parts) => parts.reduce((sum, part) => sum + (window.bench.answers(part)[0]?.encodedBodySize ?? 0), 0),
      [PLAN, STATE],
    )
    const elements = await page.locator('div:has(> canvas) *').count()
    await rest(page)
    const changes = await measureChanges(page, () => shop.reserve(showId, CHANGES))
    await rest(page)
    const width = PHONE.viewport.width * PLAN_SHARE
    const doublings = Math.max(1, Math.log2(COMFORTABLE / (venue.pitch * width)))
    const zoom = p95(
      await page.evaluate(([doublings, beside]) => window.bench.zoom(doublings, beside), [
        doublings,
        venue.seatsAt * width,
      ] as const),
    )
    await rest(page)
    const pan = p95(await page.evaluate(() => window.bench.pan()))
    await rest(page)
    const hit = await page.evaluate(() => window.bench.hover(300))
    return { firstPaint, wire: wire / 1000, pan, zoom, hit, changes, elements }
  } finally {
    await context.close()
  }
}

/** Measures milliseconds from the last byte of plan and state, with all code loaded, to the first paint of the map. */
async function openMap(page: Page, url: string): Promise<number> {
  const { promise: isCodeThere, resolve: letThrough } = Promise.withResolvers<void>()
  for (const part of [PLAN, STATE]) {
    await page.route(
      (address) => address.href.includes(part),
      async (route) => {
        await isCodeThere
        await route.continue()
      },
    )
  }
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await rest(page)
  const painting = page.evaluate(() => window.bench.nextPainting())
  letThrough()
  return (await painting) - (await lastByte(page, [PLAN, STATE]))
}

/** Measures milliseconds from the last byte of a changed state to the paint that shows it. */
async function measureChanges(page: Page, change: () => Promise<void>): Promise<number> {
  await change()
  const painted = await page.evaluate(() => {
    const painting = window.bench.nextPainting()
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    return painting
  })
  return painted - (await lastByte(page, [STATE]))
}

function lastByte(page: Page, parts: string[]): Promise<number> {
  return page.evaluate(
    (parts) => Math.max(...parts.flatMap((part) => window.bench.answers(part).map(({ responseEnd }) => responseEnd))),
    parts,
  )
}

/** Waits until deferred work is done. */
function rest(page: Page): Promise<void> {
  return page.waitForTimeout(1_500)
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}
