import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, request, test } from '@playwright/test'
import { openCameraBrowser } from '../camera-browser.ts'
import { OPERA } from '../purchase.ts'
import { type Ask, askingAs, givenAccount, type Person, shopUrl } from '../shop.ts'
import { ADMIN } from '../started-shop.ts'
import { fileOfScanner, type ScannerPicture, schemes } from './screens.ts'

const folder = join(import.meta.dirname, '..', '..', 'gallery')
const PHONE = { width: 360, height: 740 }
const OTHER_SHOW = 300
const OLD_LIST_MS = 11 * 60_000

let browser: Browser
let admin: Ask
let customer: Ask
let account: Person
let payer: { firstName: string; lastName: string; address: string }
let show: number

test.beforeAll(async ({ playwright }, { project }) => {
  mkdirSync(folder, { recursive: true })
  const context = await playwright.request.newContext()
  admin = await askingAs(context, ADMIN)
  account = await givenAccount(context)
  const { firstName, lastName } = account
  customer = await askingAs(context, account)
  payer = { firstName, lastName, address: 'Ringstraße 1, 1010 Wien' }
  const { elements } = await customer('GET', `eventshows?eventName=${OPERA}&pageSize=100`)
  show = elements.filter(({ event }: { event: { title: string } }) => event.title === OPERA).at(-1).id
  browser = await openCameraBrowser(project.use.launchOptions ?? {})
})
test.afterAll(() => browser.close())

type Credentials = Pick<Person, 'email' | 'password'>
type Ticket = { id: number; code: string }

async function buy(quantity: number, eventShowId = show): Promise<Ticket[]> {
  const { elements } = await customer('POST', 'tickets/best-available', { eventShowId, quantity })
  const ids: number[] = elements.map(({ id }: { id: number }) => id)
  await customer('POST', 'orders', { userPaymentInfoDto: payer, paymentType: 'VISA', ticketIds: ids })
  return Promise.all(ids.map(async (id) => ({ id, code: await codeOf(id) })))
}

const codeOf = async (id: number): Promise<string> => (await customer('GET', `tickets/${id}`)).code

/** Makes a call that answers nothing. */
async function send(by: Credentials, method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<void> {
  const context = await request.newContext()
  const login = await context.post(shopUrl('api/v1/authentication'), { data: by })
  const headers = { authorization: await login.text() }
  const reply = await context.fetch(shopUrl(`api/v1/${path}`), { method, headers, data })
  expect(reply.status(), await reply.text()).toBe(204)
  await context.dispose()
}

/** Changes rules of the show's entry, which the phones hear. */
async function setRules(change: object): Promise<void> {
  const { reEntry, offlineUnknown, liveCodes, version } = (await admin('GET', `admin/shows/${show}/entry`)).show
  const rules = { reEntry, offlineUnknown, liveCodes, version, ...change }
  await send(ADMIN, 'PUT', `admin/shows/${show}/entry`, rules)
}

async function openPhone(pairing: object = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, permissions: ['camera'], reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.clock.install()
  const { code } = await admin('POST', `admin/shows/${show}/entry-pairings`, {
    ...{ name: 'Phone of the gallery', direction: 'BOTH', isSupervisor: false },
    ...pairing,
  })
  await page.goto(shopUrl(`scan#${code}`))
  await expect(page.getByText(/Live · list up to date/)).toBeVisible()
  await expect(page.locator('.counters')).toBeVisible()
  return page
}

/** Keeps a phone from hearing of changes. */
async function ignoreChanges(page: Page): Promise<void> {
  await page.context().route('**/entry/stream*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(/No connection · list up to date/)).toBeVisible()
}

async function picture(page: Page, name: ScannerPicture): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const path = join(folder, fileOfScanner(name, colorScheme))
    await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 80, animations: 'disabled' })
  }
}

/** Types a code like a hardware scanner, and takes a picture of its verdict. */
async function scan(page: Page, code: string, verdict: string | RegExp, name: ScannerPicture): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.locator('.verdict')).toContainText(verdict)
  await picture(page, name)
}

test('photographs the pairing of a phone', async () => {
  const context = await browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  await page.goto(shopUrl('scan'))
  await expect(page.getByRole('heading', { name: 'Pair this phone' })).toBeVisible()
  await picture(page, 'pairing')
  await page.getByLabel('Code of 8 digits').fill('0000 0000')
  await page.getByRole('button', { name: 'Pair' }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await picture(page, 'pairing-refused')
  await context.close()
})

test('photographs verdicts of the shop', async () => {
  const [used, refunded, replaced, early, still] = await buy(5)
  if (!used || !refunded || !replaced || !early || !still) throw new Error('The show has too few places')
  await customer('PUT', `tickets/${refunded.id}/cancelation`)
  await send(account, 'POST', `tickets/${replaced.id}/codes`)
  const [foreign] = await buy(1, OTHER_SHOW)
  const page = await openPhone({ isSupervisor: true })
  await picture(page, 'ready')
  await page.getByRole('button', { name: 'Start scanning' }).click()
  await expect(page.getByRole('button', { name: 'Sound' })).toBeVisible()
  await picture(page, 'camera')
  await scan(page, used.code, 'Admitted', 'admitted')
  await scan(page, refunded.code, 'Refunded ticket', 'refunded')
  await scan(page, replaced.code, 'Old code', 'old-code')
  await scan(page, foreign?.code ?? '', 'Ticket for another show', 'other-show')
  await scan(page, 'https://example.org/ticket/17', 'Not one of our tickets', 'forged')
  await scan(page, used.code, 'Already in', 'already-in')
  await page.getByRole('button', { name: 'Overrule' }).click()
  await page.getByRole('button', { name: 'Let in anyway' }).click()
  await picture(page, 'overruling')
  await page.getByLabel('Reason').fill('Went out to smoke')
  await page.getByRole('button', { name: 'Let in anyway' }).click()
  await expect(page.locator('.verdict')).toContainText('Admitted')
  await picture(page, 'overruled')
  await page.getByRole('button', { name: 'Out' }).click()
  await scan(page, used.code, 'Goes out', 'left')
  await page.getByRole('button', { name: 'In', exact: true }).click()

  await setRules({ doorsOpenAt: new Date(Date.now() + 3_600_000).toISOString() })
  await scan(page, early.code, 'The doors are not open yet', 'too-early')
  await setRules({ liveCodes: true })
  await scan(page, early.code, 'Screenshot', 'not-live')
  await setRules({ liveCodes: false })

  const { sectors } = await admin('GET', `admin/shows/${show}/entry`)
  const [first, second] = sectors
  const names = { [first.id]: 'North gate', [second.id]: 'South gate' }
  const gates = new Map<number, number>()
  for (const { id } of [first, second]) {
    const gate = await admin('POST', `admin/shows/${show}/gates`, { name: names[id], sectorIds: [id] })
    gates.set(id, gate.id)
  }
  const { sectorName } = (await admin('GET', `admin/shows/${show}/door-list`)).entries.find(
    ({ id }: Ticket) => id === still.id,
  )
  const wrong = sectorName === first.name ? second.id : first.id
  const atGate = await openPhone({ gateId: gates.get(wrong) })
  await scan(atGate, still.code, 'Wrong gate', 'wrong-gate')
  await Promise.all([page.context().close(), atGate.context().close()])
})

test('photographs what a phone does without a network', async () => {
  const [known, stopped, full] = await buy(3)
  if (!known || !stopped || !full) throw new Error('The show has too few places')
  await setRules({ offlineUnknown: 'ASK' })
  const page = await openPhone()
  await ignoreChanges(page)
  await page.context().setOffline(true)
  const [sold] = await buy(1)
  await scan(page, known.code, 'Admitted', 'offline-admitted')
  await scan(page, known.code, 'Already in', 'offline-already-in')
  await scan(page, sold?.code ?? '', 'Sold after the list was loaded', 'offline-question')
  await scan(page, 'K7QJ 2MZD', 'can only be checked with a connection', 'offline-typed')
  await page.clock.fastForward(OLD_LIST_MS)
  await expect(page.getByText(/list 1\d min old/)).toBeVisible()
  await picture(page, 'offline-old-list')
  // As browsers refuse when the disk is full.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  await scan(page, full.code, 'The phone is full', 'full')

  // The phone hears nothing of the other door, and its answer comes late.
  const later = await openPhone()
  await ignoreChanges(later)
  const other = await openPhone()
  await scan(other, stopped.code, 'Admitted', 'admitted')
  const seen = Promise.withResolvers<void>()
  await later.route('**/entry/scans', async (route) => {
    await seen.promise
    await route.continue()
  })
  await scan(later, stopped.code, 'Decided on this phone', 'decided-here')
  seen.resolve()
  await expect(later.locator('.verdict')).toContainText('Stop the last person!')
  await picture(later, 'stop')

  await later.context().unroute('**/entry/stream*')
  const newer = await later.context().newPage()
  await newer.setViewportSize(PHONE)
  await newer.goto(shopUrl('scan'))
  await expect(later.getByText('The scanner is open on another page of this phone.')).toBeVisible()
  await picture(later, 'elsewhere')
  const { scanners } = await admin('GET', `admin/shows/${show}/entry`)
  for (const { id, revokedAt } of scanners) {
    if (revokedAt === null) await send(ADMIN, 'DELETE', `admin/entry-devices/${id}`)
  }
  await expect(newer.getByText('This phone is no longer paired.')).toBeVisible()
  await picture(newer, 'revoked')
  await Promise.all([page, later, other].map((each) => each.context().close()))
})
