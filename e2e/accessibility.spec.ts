import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { customerPaths, listedPaths, unlistedPaths } from './page-paths.ts'
import { isProving } from './proving.ts'
import { expectSettled, openSettled } from './settled-page.ts'
import { enterAs } from './shop.ts'

const CUSTOMER = { email: 'customer@foyer.example', password: 'foyer-demo' }
/** A window of 1280 × 1024 pixels at 400 percent zoom. */
const ZOOMED = { width: 320, height: 256 }

/** Every such page is also checked in the light look by `npm test`; all pages by `npm run prove`. */
const EVERY_LIGHT_PAGE = 5

/** Opens each page once, and changes the window and the colours of the open page. */
async function expectAccessible(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const page = await context.newPage()
  for (const [index, path] of paths.entries()) {
    // Draws no page that is left in another window and other colours.
    await page.goto('about:blank')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 800 })
    await openSettled(page, path)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expectNoViolations(page, `${path}, dark, 360 px`)

    await page.setViewportSize(ZOOMED)
    await expectSettled(page, path)
    expect(await scrollSideways(page), `${path} scrolls sideways`).toBe(0)
    expect(await hiddenByBars(page), `${path} is hidden behind bars`).toBe(0)

    if (!isProving && index % EVERY_LIGHT_PAGE !== 0) continue
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
    await expectSettled(page, path)
    await expectNoViolations(page, `${path}, light, 1280 px`)
  }
  await page.close()
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

test('has no axe violations, sideways scrolling or sticky bars on any public page', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await expectAccessible(context, [...listedPaths, ...unlistedPaths])
  await context.close()
})

test("has no axe violations, sideways scrolling or sticky bars on any customer's page", async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await enterAs(context, CUSTOMER)
  await expectAccessible(context, customerPaths)
  await context.close()
})
