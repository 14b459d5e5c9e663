import { FULL } from './proving.ts'
import { chromium, expect, test, type Page } from '@playwright/test'
import { lastShowOf } from './purchase.ts'
import { enterAs, givenAccount, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

/** Opens a page in a browser whose scroll bars take room, as on Windows and Linux. Playwright hides them otherwise. */
const withScrollBars = test.extend<{ wide: Page }>({
  wide: async ({ launchOptions, viewport }, use) => {
    const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
    await use(await browser.newPage({ viewport }))
    await browser.close()
  },
})

withScrollBars('removes the last chosen seat by mouse', async ({ wide: page, request }) => {
  await enterAs(page.context(), await givenAccount(request))
  await page.goto(shopUrl(`event-show/${await lastShowOf(page)}`))
  await removesLast(page)
})

withScrollBars('removes the last chosen seat at the box office', { tag: FULL }, async ({ wide: page }) => {
  await enterAs(page.context(), ADMIN)
  await page.goto(shopUrl(`admin/shows/${await lastShowOf(page)}/box-office`))
  await removesLast(page)
})

async function removesLast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Best available' }).click()
  const removals = page.getByRole('complementary').getByRole('button', { name: /^Remove / })
  await expect(removals).toHaveCount(2)
  await removals.last().click()
  await expect(removals).toHaveCount(1)
}
