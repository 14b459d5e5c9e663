import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import { askingAs, enterAs, shopUrl } from '../shop.ts'
import { ADMIN, CUSTOMER } from '../started-shop.ts'
import { indexPage } from './index-page.ts'
import { allStates, fileOf, nameOf, schemes, screens, widths, type Role, type State } from './screens.ts'

const folder = join(import.meta.dirname, '..', '..', 'gallery')
const SHOW = 300
const ANNOUNCED = 301
const CROWDED = 302
const API = '**/api/v1/**'
/** A stream never ends, so a page with one would never be idle. */
const STREAM = '**/places/stream*'

test.beforeAll(async ({ request }) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), indexPage())
  await fillCart(request)
  await announceSale(request)
  await openWaitingRoom(request)
})

for (const screen of screens) {
  for (const state of screen.states ?? allStates) {
    test(`${nameOf(screen)}, ${state}`, async ({ browser }) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
      await enter(context, screen.role ?? 'visitor')
      const path = await fillIn(context.request, screen.path)
      const page = await context.newPage()
      await page.route(STREAM, (route) => route.abort())
      await answerAs(page, state)
      await (state === 'filled' ? page.goto(shopUrl(path)) : comeFromInside(page, path))
      if (screen.submit && state === 'error') await press(page, screen.submit)
      if (screen.open) await press(page, screen.open)
      await settle(page, state)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme })
          await settle(page, state)
          const file = join(folder, fileOf(screen, state, width, colorScheme))
          await page.screenshot({ path: file, fullPage: true, type: 'jpeg', quality: 80, animations: 'disabled' })
        }
      }
      await context.close()
    })
  }
}

async function enter(context: BrowserContext, role: Role): Promise<void> {
  if (role === 'customer') await enterAs(context, CUSTOMER)
  if (role === 'administrator') await enterAs(context, ADMIN)
}

/** Navigates within the shop, so that the page has no embedded answers. */
async function comeFromInside(page: Page, path: string): Promise<void> {
  await page.goto(shopUrl('no/such/page'))
  const before = page.getByText('There is nothing on this stage')
  await expect(before).toBeVisible()
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, shopUrl(path))
  await expect(before).toBeHidden()
}

/** Answers the calls of a state: never, with empty lists, with an error, with a lost connection, or normally. */
async function answerAs(page: Page, state: State): Promise<void> {
  if (state === 'loading') {
    await page.addInitScript(waitForEver)
    await page.route(API, (route) => isPicture(route) && route.continue())
  }
  if (state === 'empty') await page.route(API, answerEmpty)
  // The client does not retry this status.
  if (state === 'error') await page.route(API, (route) => (isPicture(route) ? route.continue() : refuse(route)))
  if (state === 'offline') await page.route(API, (route) => route.abort('internetdisconnected'))
}

/** Disables timeouts of calls for pictures of loading pages. */
function waitForEver(): void {
  const wait = globalThis.setTimeout
  const patient = (act: () => void, milliseconds = 0) => (milliseconds < 5_000 ? wait(act, milliseconds) : 0)
  Object.assign(globalThis, { setTimeout: patient })
}

const isPicture = (route: Route): boolean => route.request().resourceType() === 'image'
const refuse = (route: Route): Promise<void> =>
  route.fulfill({ status: 501, contentType: 'text/plain', body: 'Something went wrong on our side.' })

async function answerEmpty(route: Route): Promise<void> {
  if (isPicture(route)) return route.continue()
  const response = await route.fetch()
  const text = await response.text()
  if (!text.startsWith('{') && !text.startsWith('[')) return route.fulfill({ response })
  return route.fulfill({ response, json: emptied(JSON.parse(text)) })
}

/** Empties the lists of an answer. */
function emptied(answer: object): object {
  if (Array.isArray(answer)) return []
  const fields = Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? [] : value])
  return { ...Object.fromEntries(fields), ...('total' in answer && typeof answer.total === 'number' && { total: 0 }) }
}

/** Fills the demo customer's cart with two tickets and a mug, once. */
async function fillCart(request: APIRequestContext): Promise<void> {
  const own = await asCustomer(request)
  const { tickets } = await (await request.get(shopUrl('api/v1/carts'), own)).json()
  if (tickets.length > 0) return
  const plan = await (await request.get(shopUrl(`api/v1/seatingplans/event-show/${SHOW}`))).json()
  const sector = plan.sectors.find(({ isAvailable }: { isAvailable: boolean }) => isAvailable)
  const seatingPlanPlaceIds = sector.places.slice(0, 2).map(({ id }: { id: number }) => id)
  await request.post(shopUrl('api/v1/tickets'), { ...own, data: { eventShowId: SHOW, seatingPlanPlaceIds } })
  const wish = { merchandiseProductId: 2, quantity: 2 }
  await request.post(shopUrl('api/v1/merchandise/purchases'), { ...own, data: wish })
}

/** Lets the sale of a show start in a few days. */
async function announceSale(request: APIRequestContext): Promise<void> {
  const ask = await askingAs(request, ADMIN)
  const { version } = (await ask('GET', `admin/shows/${ANNOUNCED}`)) as { version: number }
  const saleStartsAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await ask('PUT', `admin/shows/${ANNOUNCED}/publication`, { version, saleStartsAt })
}

/** Opens the waiting room of a show, and lets nobody in. */
async function openWaitingRoom(request: APIRequestContext): Promise<void> {
  const ask = await askingAs(request, ADMIN)
  const settings = { mode: 'ALWAYS', peopleAMinute: 30, isPaused: true }
  await ask('PUT', `admin/shows/${CROWDED}/waiting-room`, settings)
  await ask('POST', `eventshows/${CROWDED}/waiting-place`)
}

async function asCustomer(request: APIRequestContext): Promise<{ headers: { authorization: string } }> {
  const answer = await request.post(shopUrl('api/v1/authentication'), { data: CUSTOMER })
  return { headers: { authorization: await answer.text() } }
}

/** Replaces placeholders by ids of the shop. */
async function fillIn(request: APIRequestContext, path: string): Promise<string> {
  if (!path.includes('{')) return path
  const own = await asCustomer(request)
  const invoices = (await (await request.get(shopUrl('api/v1/invoices?pageSize=50'), own)).json()).elements
  const idOf = (type: string) => invoices.find(({ invoiceType }: { invoiceType: string }) => invoiceType === type)?.id
  const bought = (await (await request.get(shopUrl('api/v1/users/tickets?state=BOUGHT'), own)).json()).elements[0]?.id
  return path
    .replace('{show}', String(SHOW))
    .replace('{announced}', String(ANNOUNCED))
    .replace('{crowded}', String(CROWDED))
    .replace('{ticket}', bought)
    .replace('{invoice}', idOf('NORMAL'))
    .replace('{refund}', idOf('CANCEL'))
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
}

/** Waits until lazy pictures are loaded and transitions have ended. */
async function settle(page: Page, state: State): Promise<void> {
  if (state !== 'loading') {
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main [aria-busy="true"]:not([inert] *)')).toHaveCount(0)
  }
  await page.waitForFunction(() => {
    for (const image of document.images) image.loading = 'eager'
    return [...document.images].every(({ complete }) => complete)
  })
  await page.evaluate(() => document.fonts.ready)
  await expect(page.locator('header').first()).toBeVisible()
  await page.evaluate(showWhole)
  await page.waitForTimeout(state === 'loading' ? 450 : 120)
}

/** Makes sticky elements static, because a full-page picture has no window. */
function showWhole(): void {
  // Hides the scroll bar gutter, as on a phone.
  document.documentElement.style.scrollbarGutter = 'auto'
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const { position, bottom } = getComputedStyle(element)
    if (position === 'sticky' && bottom === '0px') element.style.bottom = 'auto'
  }
  scrollTo(0, 0)
}
