import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { isProving } from './proving.ts'
import { askingAs, enterAs, givenAccount, shopUrl } from './shop.ts'
import { expectSettled, openSettled } from './settled-page.ts'
import { ADMIN, CUSTOMER } from './started-shop.ts'

const SHOW = 300

/** Blocks the answers to calls while the page is open. */
const silence = (page: Page, calls: string) => page.route(calls, () => new Promise<void>(() => {}))

/** Further states that a visitor can bring pages into. */
const visitorsStates: Record<string, (page: Page) => Promise<void>> = {
  'errors of a form': async (page) => {
    await page.goto(shopUrl('register'))
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Value is required').first()).toBeVisible()
  },
  'a toast': async (page) => {
    await page.goto(shopUrl('checkout'))
    await expect(page.getByText('Please log in!')).toBeVisible()
  },
  'an error that is told': async (page) => {
    await page.goto(shopUrl('login'))
    await page.getByLabel('Email').fill('nobody@foyer.example')
    await page.getByLabel(/^Password/).fill('not the password')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('form').getByText('Email or password is wrong.')).toBeVisible()
  },
  'an empty list': async (page) => {
    await page.goto(shopUrl('search/event?title=nothing+is+called+this'))
    await expect(page.getByText(/there is currently no event which matches/)).toBeVisible()
  },
  'a list that is loading': async (page) => {
    await silence(page, '**/api/v1/merchandise/**')
    // The first page of a visit has its list embedded, also after a click on a link of the prerendered shell.
    await openSettled(page, 'login')
    await page.getByRole('banner').getByRole('link', { name: 'Merchandise' }).click()
    await expect(page.getByText('Loading …')).toBeVisible()
  },
  'a page that does not exist': async (page) => {
    await page.goto(shopUrl('no/such/page'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing on this stage')
  },
  'a page whose code does not come': async (page) => {
    await openSettled(page, 'login')
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Forgot your Password?' }).click()
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  },
  'an open calendar': async (page) => {
    await page.goto(shopUrl('news'))
    await page.getByRole('button', { name: 'Published after: calendar' }).click()
    await expect(page.getByRole('dialog', { name: 'Published after' })).toBeVisible()
  },
  'an open menu': async (page) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(shopUrl('login'))
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  },
}

const customersStates: Record<string, (page: Page) => Promise<void>> = {
  'the open profile menu': async (page) => {
    await page.goto(shopUrl('user-page'))
    await page.getByRole('button', { name: 'My Profile' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
  },
  'an open question': async (page) => {
    await page.goto(shopUrl('user-page'))
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByRole('dialog')).toContainText('Are you sure')
  },
  'a seat list with an open sector': async (page) => {
    await page.goto(shopUrl('search/event?title=magic+flute'))
    await page
      .getByRole('link', { name: /Magic Flute/ })
      .first()
      .click()
    await page.locator('a[href*="/event-show/"]').nth(5).click()
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('button', { name: /^Stalls, front / }).click()
    await page
      .getByRole('gridcell', { name: /, free$/ })
      .first()
      .click()
    await expect(page.getByRole('complementary', { name: 'Your tickets' })).toContainText('1 ticket')
  },
  'a checkout with errors': async (page) => {
    await page.goto(shopUrl('checkout'))
    await page.getByLabel('First name').fill('')
    await page.getByRole('button', { name: /^Buy Selected/ }).click()
    await expect(page.getByText('Value is required').first()).toBeVisible()
  },
}

/** Chooses the best free places at the box office of a show. */
async function chooseAtBoxOffice(page: Page): Promise<void> {
  await page.goto(shopUrl(`admin/shows/${SHOW}/box-office`))
  await page.getByRole('button', { name: 'Best available' }).click()
  await expect(page.getByRole('complementary', { name: 'What to do' })).toContainText('2 tickets')
}

const desksStates: Record<string, (page: Page) => Promise<void>> = {
  'a series of shows': async (page) => {
    await page.goto(shopUrl('event-show/create'))
    await page.getByRole('button', { name: 'Create a Series' }).click()
    await expect(page.getByRole('group', { name: 'Only on' })).toBeVisible()
  },
  'the preview of a seating plan': async (page) => {
    await page.goto(shopUrl(`event-show/create?copy=${SHOW}`))
    await page.getByRole('button', { name: 'Preview Seating Plan' }).click()
    const preview = page.getByRole('dialog')
    const total = preview.getByRole('table', { name: 'Price categories' }).getByRole('row').last()
    await expect(total).toContainText(/Total.*\d.*€/)
    await preview.getByRole('button', { name: 'Best available' }).click()
    await expect(preview.getByText(/^2 tickets, /)).toBeVisible()
    // The picker does not send the page's form.
    await expect(page.getByText('Show created successfully!')).toBeHidden()
  },
  'the publication of a show': async (page) => {
    await page.goto(shopUrl(`admin/shows/${SHOW}`))
    const publication = page.getByRole('form', { name: 'Publication' })
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await publication.getByLabel('Visitors see it').selectOption('From a time on')
    await publication.getByLabel('Tickets are sold').selectOption('Until a time')
  },
  'the waiting room of a show': async (page) => {
    await page.goto(shopUrl(`admin/shows/${SHOW}`))
    await page.getByRole('button', { name: 'Change Waiting Room' }).click()
    await page.getByRole('form', { name: 'Waiting room' }).getByLabel('People a minute').fill('none')
  },
  'the columns of a plan file': async (page) => {
    await page.goto(shopUrl('admin/seating-plans/upload'))
    await page.getByRole('button', { name: 'Columns of a CSV' }).click()
    await expect(page.getByRole('term').first()).toBeVisible()
  },
  'a sale to a customer with errors': async (page) => {
    await chooseAtBoxOffice(page)
    const sale = page.getByRole('form', { name: 'Sell or give' })
    await sale.getByLabel('Buyer').selectOption('Customer with an account')
    await sale.getByLabel('Price').selectOption('Reduced to a price')
    await sale.getByRole('button', { name: /^Sell for|^Give/ }).click()
    await expect(sale.getByText('Please choose a customer.')).toBeVisible()
  },
  'a hold and its edit': async (page) => {
    await chooseAtBoxOffice(page)
    await page.getByRole('button', { name: 'Hold', exact: true }).click()
    const hold = page.getByRole('form', { name: 'Hold' })
    await hold.getByLabel('Reason').fill('Press')
    await hold.getByRole('button', { name: 'Hold 2 places' }).click()
    await page.getByRole('button', { name: 'Edit Press' }).first().click()
    await expect(page.getByRole('form', { name: 'Edit hold' })).toBeVisible()
  },
}

/** `npm test` checks every such state, by turns in the light and the dark scheme. */
const EVERY_STATE = 4

/** Checks states in the light and the dark scheme: all of them in `npm run prove`. */
async function expectStates(context: BrowserContext, states: typeof visitorsStates): Promise<void> {
  const page = await context.newPage()
  const checked = Object.entries(states).filter((_, index) => isProving || index % EVERY_STATE === 0)
  for (const [index, [state, arrive]] of checked.entries()) {
    const schemes = (['light', 'dark'] as const).filter((_, scheme) => isProving || scheme === index % 2)
    await page.unrouteAll()
    await page.emulateMedia({ colorScheme: schemes[0] ?? null })
    await page.setViewportSize({ width: 1280, height: 800 })
    await arrive(page)
    // The code of a page may still be loading when other parts are visible.
    await expect(page.locator('h1')).toBeVisible()
    // The bar at the top may cover a field of a page that has scrolled.
    await page.evaluate(() => scrollTo(0, 0))
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectNoViolations(page, `${state}, ${colorScheme}`)
    }
  }
}

const calm = { colorScheme: 'light', reducedMotion: 'reduce' } as const

test("has no axe violations in any state of a visitor's pages, light and dark", async ({ browser }) => {
  const context = await browser.newContext(calm)
  await expectStates(context, visitorsStates)
  await context.close()
})

test("has no axe violations in any state of a customer's pages, light and dark", async ({ browser, request }) => {
  const customer = await givenAccount(request)
  const ask = await askingAs(request, customer)
  const { elements: products } = await ask('GET', 'merchandise/products?name=mug')
  await ask('POST', 'merchandise/purchases', { merchandiseProductId: products[0].id, quantity: 2, usePoints: false })
  const context = await browser.newContext(calm)
  await enterAs(context, customer)
  await expectStates(context, customersStates)
  await context.close()
})

test('has no axe violations in any state of the desk, light and dark', async ({ browser }) => {
  const context = await browser.newContext(calm)
  await enterAs(context, ADMIN)
  await expectStates(context, desksStates)
  await context.close()
})

test('disables motion on request', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    const note = ({ target, type }: Event) => {
      const longest = (target as Element)
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))
      if (longest.some((duration) => duration > 1)) moved.push(`${type} ${(target as Element).className}`)
    }
    addEventListener('transitionrun', note, true)
    addEventListener('animationstart', note, true)
  })
  await page.goto(shopUrl())
  await page.getByRole('button', { name: 'More news' }).click()
  await expect(page.getByRole('group', { name: /^Page 2 of/ })).toHaveJSProperty('inert', false)
  await page.getByRole('button', { name: /^Switch to/ }).click()
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([])
  await context.close()
})

test('never moves the carousel by itself', async ({ page }) => {
  await page.clock.install()
  await openSettled(page, '')
  // A font that arrives later breaks the titles into other lines, and the slides follow in the next frame.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await expectSettled(page, '')
  const slide = page.getByRole('group', { name: /^Page 1 of/ })
  await expect(slide.getByRole('link').first()).toBeVisible()
  const before = await slide.boundingBox()
  await page.clock.runFor(60_000)
  expect(await slide.boundingBox()).toEqual(before)
})

test('keeps all content visible in forced colours', async ({ browser }) => {
  const context = await browser.newContext({ forcedColors: 'active', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await enterAs(context, CUSTOMER)
  await page.goto(shopUrl('event-show/300'))
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked()
  await page
    .getByRole('button', { name: /of \d+ free$/ })
    .first()
    .click()
  const seat = page.getByRole('gridcell', { name: /, free$/ }).first()
  const looks = () => seat.evaluate((cell) => JSON.stringify({ ...getComputedStyle(cell) }))
  const before = await looks()
  const chosen = page.getByRole('gridcell', { name: /, selected$/ })
  await seat.click()
  await expect(chosen).toHaveCount(1)
  expect(await chosen.evaluate((cell) => JSON.stringify({ ...getComputedStyle(cell) }))).not.toBe(before)
  const backgroundOf = (tab: Locator) => tab.evaluate((element) => getComputedStyle(element).backgroundColor)
  for (const [path, tabs] of [
    ['user-tickets', page.getByRole('tab')],
    ['search/event', page.getByRole('navigation', { name: 'What to search for' }).getByRole('link')],
  ] as const) {
    await page.goto(shopUrl(path))
    await expect(tabs.first()).toBeVisible()
    const selected = tabs.and(page.locator('[aria-selected=true], [aria-current]'))
    const others = tabs.and(page.locator(':not([aria-selected=true]):not([aria-current])'))
    expect(await backgroundOf(selected), path).not.toBe(await backgroundOf(others.first()))
  }
  await context.close()
})

test('announces the number of results', async ({ page }) => {
  await page.goto(shopUrl('search/event'))
  const status = page.getByRole('main').getByRole('status')
  await expect(status.filter({ hasText: /^\d+ results, page 1 of \d+$/ })).toBeVisible()
  await page.getByLabel('Title').fill('magic flute')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(status.filter({ hasText: '1 result' })).toBeVisible()
  await page.getByLabel('Title').fill('nothing is called this')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(status.filter({ hasText: 'No results' })).toBeAttached()
})
