import { expect, type Locator, type Page, test } from '@playwright/test'
import { enterAs, givenAccount, shopUrl } from './shop.ts'
import { FULL } from './proving.ts'
import { FURTHEST, tabTo } from './tab-key.ts'

async function expectHeading(page: Page, name: RegExp | string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name })
  await expect(heading).toBeVisible()
  await expect(heading).toBeFocused()
}

test('buys and refunds seats without a mouse', async ({ page, request }) => {
  const { email, password } = await givenAccount(request)
  const main = page.getByRole('main')
  const press = (key: string) => page.keyboard.press(key)
  await page.goto(shopUrl())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await expect(page.locator('.prerendered-shell')).toHaveCount(0)
  await press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await press('Enter')
  await expect(main).toBeFocused()
  await tabTo(page, page.getByLabel('What would you like to see?'))
  await page.keyboard.type('magic flute')
  await press('Enter')
  await expectHeading(page, 'Search')
  await expect(page).toHaveTitle(/^Search/)

  await tabTo(page, main.getByRole('link', { name: 'The Magic Flute' }))
  await press('Enter')
  await expectHeading(page, 'The Magic Flute')
  await tabTo(page, page.locator('a[href*="/event-show/"]').nth(6))
  await press('Enter')
  await expectHeading(page, 'Login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel(/^Password/))
  await page.keyboard.type(password)
  await press('Enter')

  await expectHeading(page, /The Magic Flute/)
  await tabTo(page, page.getByRole('radio', { name: 'Map' }))
  await press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'List' })).toBeFocused()
  const stalls = page.getByRole('button', { name: /^Stalls, front / })
  await tabTo(page, stalls)
  await press('Enter')
  await expect(page.getByRole('gridcell', { name: /, free$/ }).first()).toBeFocused()
  await press('Space')
  await press('f')
  await press('Enter')
  await press('Escape')
  await expect(stalls).toBeFocused()
  const panel = page.getByRole('complementary', { name: 'Your tickets' })
  await expect(panel).toContainText('2 tickets')
  await tabTo(page, panel.getByRole('button', { name: 'Reserve Selected Tickets' }))
  await press('Enter')

  await expectHeading(page, 'Checkout')
  await tabTo(page, page.getByLabel('Address'))
  await page.keyboard.type('Ringstraße 1, 1010 Wien')
  await tabTo(page, page.getByRole('radio', { name: 'Visa' }))
  await press('Space')
  await tabTo(page, page.getByRole('button', { name: /^Buy Selected/ }))
  await press('Enter')
  await expectHeading(page, /^Invoice/)
  const saved = page.waitForEvent('download')
  await tabTo(page, page.getByRole('button', { name: 'Download Invoice' }))
  await press('Enter')
  await saved

  await tabTo(page, page.getByRole('button', { name: 'My Profile' }), 'Shift+Tab')
  await press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Account Details' })).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Your Tickets' })).toBeFocused()
  await press('Enter')
  await expectHeading(page, 'Your Tickets')
  await tabTo(page, page.getByRole('tab', { name: 'Bought', selected: true }))
  const cancel = page.getByRole('button', { name: /^Cancel/ })
  await tabTo(page, cancel)
  await press('Enter')
  await expectTrapped(page)
  await press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cancel.first()).toBeFocused()
  await press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Refund' }))
  await press('Enter')
  await expectHeading(page, /^Refund/)
  await expect(page.getByText('Your cancellation is being processed')).toBeVisible()
})

/** Expects a dialog that focuses its harmless answer and traps the focus. */
async function expectTrapped(page: Page): Promise<void> {
  const question = page.getByRole('dialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect(await question.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
}

test(
  'reserves two seats in at most 12 key presses from the heading, by the list and by Best available',
  { tag: FULL },
  async ({ page, context, request }) => {
    await enterAs(context, await givenAccount(request))
    const skip = page.getByRole('button', { name: 'Choose seats in the list' })
    const panel = page.getByRole('complementary', { name: 'Your tickets' })
    const reserve = panel.getByRole('button', { name: 'Reserve Selected Tickets' })
    let presses = 0
    const press = async (key: string) => {
      presses += 1
      await page.keyboard.press(key)
    }
    const tabUntil = async (target: Locator) => {
      while (!(await target.evaluate((element) => element === document.activeElement))) {
        await press('Tab')
        expect(presses).toBeLessThan(FURTHEST)
      }
    }
    const ways = {
      list: async () => {
        await press('Enter')
        await expect(page.getByRole('list', { name: 'Sectors' }).getByRole('button').first()).toBeFocused()
        await press('Enter')
        // The first free seat without a restricted view.
        await expect(page.locator('td:focus')).toHaveAttribute('aria-label', /, free$/)
        await press('Space')
        await press('f')
        await press('Space')
        await expect(panel).toContainText('2 tickets')
        await tabUntil(reserve)
      },
      best: async () => {
        await press('b')
        await expect(panel).toContainText('2 tickets')
      },
    }
    for (const [way, choose] of Object.entries(ways)) {
      await page.goto(shopUrl('event-show/300'))
      await expect(page.locator('[aria-label="Seating plan"][aria-busy=false]')).toBeVisible()
      await page.getByRole('heading', { level: 1 }).focus()
      presses = 0
      await tabUntil(skip)
      await choose()
      await expect(reserve).toBeFocused()
      await press('Enter')
      await expectHeading(page, 'Checkout')
      expect(presses, `${way}: ${presses} presses`).toBeLessThanOrEqual(12)
    }
  },
)

test('keeps the focus at the seating plan when the list is chosen before the plan arrives', async ({
  page,
  context,
  request,
}) => {
  await enterAs(context, await givenAccount(request))
  const plan = Promise.withResolvers<void>()
  await page.route('**/api/v1/seatingplans/**', async (route) => {
    await plan.promise
    await route.continue()
  })
  await page.goto(shopUrl('event-show/300'))
  await page.getByRole('button', { name: 'Choose seats in the list' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Seating plan' })).toBeFocused()
  plan.resolve()
  await expect(page.getByRole('list', { name: 'Sectors' }).getByRole('button').first()).toBeFocused()
})

test('opens and closes menus and calendars by keyboard and restores the focus', { tag: FULL }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(shopUrl('news'))
  const burger = page.getByRole('button', { name: 'Open menu' })
  await tabTo(page, burger)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(burger).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, drawer.getByRole('link', { name: 'Merchandise' }))
  await page.keyboard.press('Enter')
  await expect(drawer).toBeHidden()
  await expectHeading(page, 'Merchandise')

  await page.goto(shopUrl('news'))
  await tabTo(page, page.getByRole('button', { name: 'More filters' }))
  await page.keyboard.press('Enter')
  const field = page.getByRole('button', { name: 'Published after: calendar' })
  await tabTo(page, field)
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Published after' })
  await expect(calendar).toBeVisible()
  const today = await page.evaluate(() =>
    new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }),
  )
  await expect(calendar.getByRole('button', { name: today, exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(field).toBeFocused()
})

test('never hides the focused element behind the navigation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(shopUrl('search/event?title=a'))
  const more = page.getByRole('button', { name: 'Page 2', exact: true })
  await expect(more).toBeVisible()
  await more.focus()
  await tabTo(page, page.getByLabel('Title'), 'Shift+Tab')
})

test('keeps the focus while paging, announces the page and scrolls to its start', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(shopUrl('search/event?title=a'))
  const list = page.getByRole('list', { name: 'Events' })
  const next = page.getByRole('button', { name: 'Page 2', exact: true })
  await tabTo(page, next)
  await expect(list.getByRole('listitem').first()).not.toBeInViewport()
  await page.keyboard.press('Enter')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText(/^\d+ results, page 2 of \d+$/)
  await expect(status).toBeInViewport({ ratio: 1 })
  await expect(list.getByRole('listitem').first()).toBeInViewport()
  await expect(next).toBeFocused()
})
