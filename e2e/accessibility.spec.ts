import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { customerPaths, listedPaths, unlistedPaths } from './page-paths.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { openSettled } from './settled-page.ts'
import { enterAs } from './shop.ts'

async function expectPageWithoutViolations(page: Page, path: string): Promise<void> {
  await openSettled(page, path)
  await expectNoViolations(page, path)
}

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

for (const { colorScheme, width } of looks) {
  test(`has no axe violations on any page, ${colorScheme}, ${width} px`, async ({ browser }) => {
    const viewport = { width, height: 800 }
    const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const path of [...listedPaths, ...unlistedPaths]) await expectPageWithoutViolations(page, path)
    await enterAs(context, { email: 'customer@foyer.example', password: 'foyer-demo' })
    for (const path of customerPaths) await expectPageWithoutViolations(page, path)
    await context.close()
  })
}

test('scrolls no page horizontally at 320 px', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  for (const path of [...listedPaths, ...unlistedPaths]) {
    await openSettled(page, path)
    expect(await scrollSideways(page), path).toBe(0)
  }
  await page.close()
})
