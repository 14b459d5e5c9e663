import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { FULL, casesOf } from './proving.ts'
import { chooseSeats, lastShowOf, openSeatingPlan, OPERA } from './purchase.ts'
import { openSettled, settled } from './settled-page.ts'
import { askingAs, enterAs, givenAccount, logIn, shopUrl } from './shop.ts'
import { CUSTOMER } from './started-shop.ts'

const UNREACHABLE = "We can't reach the shop. Please check your connection."
const BUSY = 'The shop is very busy. Please try again in a moment.'
const MAYBE_BOUGHT = /we don't know whether your purchase went through/

/** A fault of a call: refused, broken before it reaches the shop, or executed with a lost answer. */
type Fault = 'busy' | 'cut' | 'silence'

/** The faults of calls in order. All other calls are slow only. */
const faults: Record<string, Fault[]> = {
  'POST authentication': ['busy'],
  'GET events': ['busy'],
  'GET seatingplans/event-show/:id': ['cut'],
  'GET tickets/reservations': ['busy', 'cut'],
  'POST tickets': ['cut'],
  'GET carts': ['cut'],
  'POST orders': ['silence', 'cut', 'busy'],
  'GET invoices/:id': ['cut', 'busy'],
}

async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const throughput = { downloadThroughput: 400_000, uploadThroughput: 100_000 }
  await devTools.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...throughput })
}

/** Injects the planned faults. Returns the remaining plan. */
async function breakCalls(page: Page): Promise<Map<string, Fault[]>> {
  const plan = new Map(Object.entries(faults).map(([call, planned]) => [call, [...planned]]))
  await page.route('**/api/v1/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname.replace(/^.*\/api\/v1\//, '').replaceAll(/\/\d+/g, '/:id')
    return breakCall(route, plan.get(`${route.request().method()} ${path}`)?.shift())
  })
  return plan
}

async function breakCall(route: Route, fault: Fault | undefined): Promise<void> {
  if (fault === 'busy') await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: BUSY })
  else if (fault === 'cut') await route.abort('connectionreset')
  else if (fault === 'silence') await route.fetch()
  else await route.continue()
}

test('purchases once on a slow, unreliable connection', { tag: FULL }, async ({ page, request }) => {
  const buyer = await givenAccount(request)
  const ask = await askingAs(request, buyer)
  await slowDown(page)
  await page.clock.install()
  await page.goto(shopUrl('login'))
  const plan = await breakCalls(page)

  const login = page.getByRole('main').getByRole('button', { name: 'Login' })
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel(/^Password/).fill(buyer.password)
  await login.click()
  await expect(page.getByRole('main').getByText(BUSY)).toBeVisible()
  await expect(page.getByLabel(/^Password/)).toHaveValue(buyer.password)
  await logIn(page, buyer)

  await openSeatingPlan(page, 7)
  const seats = await chooseSeats(page, 'Stalls, middle', 2)
  const reserve = page.getByRole('button', { name: 'Reserve Selected Tickets' }).first()
  await reserve.click()
  await expect(page.getByText(UNREACHABLE)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your tickets' })).toContainText('2 tickets')
  await reserve.click()
  await expect(page).toHaveURL(/\/checkout$/)
  const summary = page.getByRole('region', { name: 'Your order' })
  await expect(summary).toContainText('2 tickets')

  await page.getByLabel('Address').fill('Ringstraße 1, 1010 Wien')
  await page.getByRole('radio', { name: 'Visa' }).check()
  const buy = page.getByRole('button', { name: /^Buy Selected/ })
  await buy.click()
  await expect(buy).toHaveAttribute('data-loading', 'true')
  await expect.poll(async () => (await ask('GET', 'invoices')).total, 'the shop has done it').toBe(1)
  await page.clock.fastForward(10_000)
  await expect(page.getByText(MAYBE_BOUGHT)).toBeVisible()
  const askAgain = page.getByRole('button', { name: 'Check again' })
  await askAgain.click()
  await expect(page.getByText(UNREACHABLE)).toBeVisible()
  await askAgain.click()
  await expect(page.getByText(BUSY)).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('Ringstraße 1, 1010 Wien')
  await askAgain.click()
  await expect(page.getByText('Your purchase was successful!').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download Invoice' })).toBeVisible()

  expect([...plan.entries()].filter(([, left]) => left.length > 0)).toEqual([])
  const { total, elements: invoices } = await ask('GET', 'invoices')
  const bought = await ask('GET', 'users/tickets?state=BOUGHT')
  expect(total).toBe(1)
  expect(bought.total).toBe(2)
  const paid = bought.elements.reduce((sum: number, { price }: { price: number }) => sum + price, 0)
  expect(invoices[0].total).toBe(paid)
  expect(seats).toHaveLength(2)
  await expect(page).toHaveURL(new RegExp(`/invoice/${invoices[0].id}$`))
  expect((await ask('GET', 'users/orders')).total).toBe(1)
  expect((await ask('GET', 'users/tickets?state=RESERVED')).total).toBe(0)
})

/** Delays the answers to calls. Returns the function that releases them. */
async function hold(page: Page, calls: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(calls, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test(
  'keeps old rows while a list loads and restores the scroll position on the way back',
  { tag: FULL },
  async ({ page }) => {
    await page.goto(shopUrl('search/event?title=a'))
    const list = page.getByRole('list', { name: 'Events' })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    const first = await list.getByRole('listitem').first().innerText()
    const release = await hold(page, '**/api/v1/events?*')
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(list).toHaveAttribute('aria-busy', 'true')
    await expect(list.getByRole('listitem').first()).toHaveText(first, { useInnerText: true })
    release()
    await expect(list).toHaveAttribute('aria-busy', 'false')
    await expect(list.getByRole('listitem').first()).not.toHaveText(first, { useInnerText: true })
    await expect(page).toHaveURL(/search\/event\?title=a&pageIndex=1$/)

    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    await slowDown(page)
    const last = list.getByRole('link').last()
    await last.scrollIntoViewIfNeeded()
    const where = await scrolled()
    expect(where).toBeGreaterThan(100)
    await last.click()
    await expect(page).toHaveURL(/event-shows$/)
    await expect.poll(scrolled).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL(/search\/event\?title=a&pageIndex=1$/)
    await expect(page.getByLabel('Title')).toHaveValue('a')
    await expect.poll(scrolled, 'after going back').toBe(where)
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('a')
    await expect.poll(scrolled, 'after reloading').toBe(where)
  },
)

/** Returns how far an element begins below another one, in pixels. */
async function distance(above: Locator, below: Locator): Promise<number> {
  const [from, to] = await Promise.all([above.boundingBox(), below.boundingBox()])
  return (to?.y ?? Number.NaN) - (from?.y ?? Number.NaN)
}

test('shows progress of a slow page, list and button', async ({ page }) => {
  const releaseCode = await hold(page, '**/assets/news.page-*.js')
  await openSettled(page, 'login')
  await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
  await expect(page.getByRole('main').getByText('Loading …')).toBeAttached()
  const releaseNews = await hold(page, '**/api/v1/news?*')
  releaseCode()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await expect(page.getByRole('main').getByText('Loading …')).toBeVisible()
  releaseNews()
  await expect(page.getByRole('list', { name: 'News articles' }).getByRole('listitem')).toHaveCount(15)
})

for (const width of casesOf({ gate: [360], all: [360, 800, 992, 1280, 1920] })) {
  test(`has no layout shift when the plan arrives at ${width} pixels`, async ({ page, request }) => {
    await enterAs(page.context(), await givenAccount(request))
    await page.setViewportSize({ width, height: 800 })
    const release = await hold(page, '**/api/v1/seatingplans/**')
    await page.goto(shopUrl(`event-show/${await lastShowOf(page)}`))
    await page.getByText('Map', { exact: true }).click()
    const prices = page.locator('[aria-label="Show places by price"]')
    const standing = [
      // The bar of all filters. The list in it has no box of its own.
      prices.locator('..'),
      page.getByRole('button', { name: 'Best available' }),
      page.getByRole('button', { name: 'Zoom in' }),
      page.getByRole('list', { name: 'Legend' }),
      page.getByText('Choose a section to zoom in'),
      page.getByRole('complementary', { name: 'Your tickets' }),
    ]
    const boxes = () => Promise.all(standing.map((part) => part.boundingBox()))
    const before = await settled(boxes)
    release()
    await expect(page.getByRole('region', { name: 'Seating plan' })).toHaveAttribute('aria-busy', 'false')
    await expect(prices.getByRole('button')).toHaveCount(6)
    expect(await boxes()).toEqual(before)
  })
}

for (const width of casesOf({ gate: [1280], all: [360, 500, 768, 1280, 1920] })) {
  test(`keeps the map's place below the heading when the show arrives at ${width} pixels`, async ({
    page,
    request,
  }) => {
    await enterAs(page.context(), await givenAccount(request))
    await page.setViewportSize({ width, height: 800 })
    await openSettled(page, `search/event-show?eventName=${OPERA}`)
    const release = await hold(page, '**/api/v1/eventshows/*')
    await page.getByRole('list', { name: 'Shows' }).getByRole('link').first().click()
    const waiting = page.locator('main [aria-busy=true]')
    await expect(waiting.locator('[class*=waitingMap]')).toBeVisible()
    const before = await distance(waiting.locator('[class*=waitingHead]'), waiting.locator('[class*=waitingMap]'))
    release()
    const picker = page.getByRole('region', { name: 'Seating plan' })
    await expect(picker).toHaveAttribute('aria-busy', 'false')
    expect(await distance(picker.locator('[class*=_head]'), picker.locator('[class*=_map]').first())).toBe(before)
  })
}

for (const width of casesOf({ gate: [360], all: [360, 768, 1280] })) {
  test(`has no layout shift when bought tickets and their downloads arrive at ${width} pixels`, async ({ page }) => {
    await enterAs(page.context(), CUSTOMER)
    await page.setViewportSize({ width, height: 800 })
    const releaseTickets = await hold(page, '**/api/v1/users/tickets?*')
    const releaseCode = await hold(page, '**/assets/download-tickets-*.js')
    await page.goto(shopUrl('user-tickets?state=BOUGHT'))
    const main = page.getByRole('main')
    const topOf = async (text: RegExp) => (await main.getByText(text).boundingBox())?.y
    await expect(main.getByText(/^Loading/)).toBeVisible()
    const before = await topOf(/^Loading/)
    releaseTickets()
    await expect(main.getByText(/^\d+ results/)).toBeVisible()
    expect(await topOf(/^\d+ results/), 'without the code of the downloads').toBe(before)
    releaseCode()
    await expect(main.getByRole('button', { name: 'Tickets to print (PDF)' })).toBeVisible()
    expect(await topOf(/^\d+ results/), 'with the downloads').toBe(before)
  })
}

test('shows progress while the code of the seat search loads, then finds seats', async ({ page, request }) => {
  await enterAs(page.context(), await givenAccount(request))
  const release = await hold(page, '**/assets/best-places-*.js')
  await page.goto(shopUrl(`event-show/${await lastShowOf(page)}`))
  const best = page.getByRole('button', { name: 'Best available' })
  await expect(best).toHaveAttribute('aria-disabled', 'false')
  await expect(best).toHaveAttribute('aria-busy', 'false')
  await best.click()
  await expect(best).toHaveAttribute('aria-busy', 'true')
  await expect(best).toBeFocused()
  release()
  await expect(page.getByRole('complementary', { name: 'Your tickets' })).toContainText('2 tickets')
  await expect(best).toHaveAttribute('aria-busy', 'false')
})

test('reloads a page whose code failed to load when the line is back', async ({ page, context }) => {
  await openSettled(page, 'login')
  await context.setOffline(true)
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading chunk failed')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up')
})
