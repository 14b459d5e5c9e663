import { type BrowserContext, expect, type Page, type Response, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { danglingDots } from './dangling-dots.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { customerPaths, listedPaths, unlistedPaths } from './page-paths.ts'
import { readHead } from './page-head.ts'
import { FULL, isProving } from './proving.ts'
import { expectSettled, openSettled } from './settled-page.ts'
import { enterAs, shopUrl } from './shop.ts'
import { CUSTOMER } from './started-shop.ts'

// Opens every page once and checks on it all that every page promises, because opening pages takes most of the time.

/** A window of 1280 × 1024 pixels at 400 percent zoom. */
const ZOOMED = { width: 320, height: 256 }

const BLANK = 'about:blank'
/** Limits for how long a busy shop may serve a page without its data. */
const BUSY_MS = 120_000

/** `npm test` enlarges every such page; the journey of untrusted texts opens most pages in a narrow window. */
const EVERY_ZOOMED_PAGE = 3

/**
 * Errors in the console, among them violations of the browser policy, and calls of the API. A page that is open for
 * long repeats calls.
 */
type Heard = { readonly faults: string[]; readonly calls: string[] }

function listen(page: Page): Heard {
  const heard: Heard = { faults: [], calls: [] }
  // The blank page in between has no storage for the token.
  const isOwn = () => page.url() !== BLANK
  page.on('console', (message) => {
    if (message.type() === 'error' && isOwn()) heard.faults.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => isOwn() && heard.faults.push(`${page.url()}: ${error.message}`))
  page.on('request', (request) => /\/api\/v1\/(?!images)/.test(request.url()) && heard.calls.push(request.url()))
  return heard
}

/**
 * Checks each page when it is open and in the dark on a phone, and in `npm run prove` also enlarged and in the light on
 * a desktop. In `npm test`, the journey of the states checks the light look.
 */
async function walk(
  context: BrowserContext,
  paths: readonly string[],
  expectOpened: (page: Page, path: string, reply: Response) => Promise<void> = async () => {},
): Promise<Heard> {
  const page = await context.newPage()
  const heard = listen(page)
  const opening: string[] = []
  for (const [index, path] of paths.entries()) {
    // Opens a page again that a busy shop has served without its data.
    await expect(async () => {
      heard.calls.splice(0)
      // Draws no page that is left in another window and other colours.
      await page.goto(BLANK)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 360, height: 800 })
      const reply = await openSettled(page, path)
      await expectOpened(page, path, reply as Response)
    }).toPass({ timeout: BUSY_MS })
    await page.waitForLoadState('networkidle')
    opening.push(...heard.calls.splice(0))
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expectNoViolations(page, `${path}, dark, 360 px`)
    expect(await danglingDots(page), `${path} has lines that end with a dot`).toEqual([])

    if (!isProving && index % EVERY_ZOOMED_PAGE !== 0) continue
    await page.setViewportSize(ZOOMED)
    await expectSettled(page, path)
    expect(await scrollSideways(page), `${path} scrolls sideways`).toBe(0)
    expect(await hiddenByBars(page), `${path} is hidden behind bars`).toBe(0)

    if (!isProving) continue
    // Half of a link below the sticky navigation would count as too small.
    await page.evaluate(() => scrollTo(0, 0))
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
    await expectSettled(page, path)
    await expectNoViolations(page, `${path}, light, 1280 px`)
  }
  await page.close()
  return { faults: heard.faults, calls: opening }
}

/** Expects a complete head in the answer of the server, and that the code of the page keeps its title. */
async function expectPrerendered(page: Page, path: string, reply: Response): Promise<void> {
  const { title, canonical, description, socialTitle, isHidden } = await readHead(reply)
  expect([reply.status(), isHidden, canonical], path).toEqual([200, false, shopUrl(path)])
  expect([description, socialTitle], path).toEqual([expect.stringMatching(/.{10}/), expect.any(String)])
  expect(await page.title(), path).toBe(title)
}

/** Returns the share of a small window's height that fixed elements cover while scrolling. */
function hiddenByBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight / 2)
    const bars = [...document.querySelectorAll('body *')].filter((element) => {
      const { position } = getComputedStyle(element)
      return position === 'fixed' || position === 'sticky'
    })
    const covered = bars
      .map((bar) => bar.getBoundingClientRect())
      .filter(({ width }) => width > innerWidth / 2)
      .map(({ top, bottom }) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)))
    return covered.reduce((sum, height) => sum + height, 0) / innerHeight
  })
}

test('prerenders every listed page, requests no embedded answer again, and has no violations on it', async ({
  browser,
}) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const { faults, calls } = await walk(context, listedPaths, expectPrerendered)
  expect(calls).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('has no violations on any other public page', { tag: FULL }, async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await walk(context, unlistedPaths)
  await context.close()
})

test("has no violations on any customer's page", { tag: FULL }, async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await enterAs(context, CUSTOMER)
  const { faults } = await walk(context, ['', ...customerPaths])
  expect(faults).toEqual([])
  await context.close()
})
