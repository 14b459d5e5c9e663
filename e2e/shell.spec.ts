import { expect, type Page, test } from '@playwright/test'
import { openSettled } from './settled-page.ts'
import { enterAs, givenAccount, shopUrl } from './shop.ts'

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click()

test("follows the system's colour scheme, switches it, and never flashes the other one", async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  // Reads the scheme when the body begins, before the first paint.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      const root = document.documentElement
      const scheme = root.dataset['mantineColorScheme']
      Object.assign(globalThis, { begunIn: scheme })
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const begunIn = () => page.evaluate(() => (globalThis as unknown as { begunIn?: string }).begunIn)
  const brightness = () =>
    page.evaluate(() => {
      const [red = 0] = (/\d+/.exec(getComputedStyle(document.body).backgroundColor) ?? ['0']).map(Number)
      return red > 128 ? 'light' : 'dark'
    })
  await page.goto(shopUrl('login'))
  expect([await begunIn(), await brightness()]).toEqual(['dark', 'dark'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(brightness).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Switch to light' }).click()
  await expect.poll(brightness).toBe('light')
  await page.reload()
  expect([await begunIn(), await brightness()]).toEqual(['light', 'light'])
  await context.close()
})

test('offers a reload of a page whose code failed to load', async ({ page }) => {
  await openSettled(page, 'login')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Forgot your Password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading chunk failed')
  await page.unroute('**/assets/*.js')
  await press(page, 'Reload the page')
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
})

test('opens the menu of a phone after its code failed to load', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSettled(page, 'news')
  await page.route('**/assets/navigation-drawer-*.js', (route) => route.abort())
  const burger = page.getByRole('button', { name: 'Open menu' })
  await burger.click()
  await expect(page.getByText("The menu couldn't be loaded.")).toBeVisible()
  await expect(burger).toHaveAttribute('aria-expanded', 'false')
  await page.unroute('**/assets/navigation-drawer-*.js')
  await burger.click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test("asks by the browser's own dialog if the code of dialogs failed to load", async ({ page, context, request }) => {
  await enterAs(context, await givenAccount(request))
  await page.route('**/assets/dialogs-*.js', (route) => route.abort())
  await openSettled(page, 'user-page')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await press(page, 'Delete account')
  await expect.poll(() => asked).toEqual([expect.stringMatching(/^Are you sure/)])
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
})

test('opens a question in its place, so that an early press reaches the button', async ({ page, context, request }) => {
  await enterAs(context, await givenAccount(request))
  await openSettled(page, 'user-page')
  await page.evaluate(() => {
    const tops = new Set<number>()
    Object.assign(globalThis, { tops })
    const measure = () => {
      const button = document.querySelector('[role="dialog"] button')
      if (button) tops.add(button.getBoundingClientRect().top)
      requestAnimationFrame(measure)
    }
    measure()
  })
  await press(page, 'Delete account')
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeFocused()
  await cancel.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => (globalThis as unknown as { tops: Set<number> }).tops.size)).toBe(1)
})
