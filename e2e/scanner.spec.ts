import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { writeFilm } from './camera-film.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { inMailTo } from './mails.ts'
import { OPERA } from './purchase.ts'
import { readQrCode } from './read-qr-code.ts'
import {
  type Ask,
  askingAs,
  enterAs,
  fillRegistration,
  givenAccount,
  logIn,
  newPerson,
  type Person,
  shopUrl,
} from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { FULL } from './proving.ts'

const PHONE = { width: 360, height: 740 }

let folder = ''
let browser: Browser
let admin: Ask
let show: number
let customer: Person
let ticketIds: number[] = []
/** The codes of the customer's eight tickets for the show. */
let codes: string[] = []

test.beforeAll(async ({ playwright }, { project }) => {
  const request = await playwright.request.newContext()
  admin = await askingAs(request, ADMIN)
  await givenTickets(request)
  folder = await mkdtemp(join(tmpdir(), 'foyer-film-'))
  const film = join(folder, 'film.y4m')
  const [first = '', refunded = ''] = codes
  await writeFilm(film, [first, refunded, forged(first)])
  const { executablePath, args = [] } = project.use.launchOptions ?? {}
  browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
})
test.afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

/** Buys eight tickets and refunds the second. */
async function givenTickets(request: APIRequestContext): Promise<void> {
  customer = await givenAccount(request)
  const ask = await askingAs(request, customer)
  const { elements } = await ask('GET', `eventshows?eventName=${OPERA}&pageSize=100`)
  show = elements.filter(({ event }: { event: { title: string } }) => event.title === OPERA).at(-1).id
  const reserved = await ask('POST', 'tickets/best-available', { eventShowId: show, quantity: 8 })
  ticketIds = reserved.elements.map(({ id }: { id: number }) => id)
  const { firstName, lastName } = customer
  const userPaymentInfoDto = { firstName, lastName, address: 'Ringstraße 1, 1010 Wien' }
  await ask('POST', 'orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds })
  codes = []
  for (const id of ticketIds) codes.push((await ask('GET', `tickets/${id}`)).code)
  await ask('PUT', `tickets/${ticketIds[1]}/cancelation`)
}

/** Changes the last character of the signature. */
const forged = (code: string) => `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`

/** The ids of the paired phones. */
const devices = new Map<Page, number>()

/** Returns the path in the QR code of a pairing. */
async function givenPairing(isSupervisor = false): Promise<string> {
  const { code } = await admin('POST', `admin/shows/${show}/entry-pairings`, {
    ...{ name: 'Phone', direction: 'BOTH', isSupervisor },
  })
  return `scan#${code}`
}

/** Opens the path of a pairing anew, as a camera does. */
async function openPairing(page: Page, path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(shopUrl(path))
}

async function pair(page: Page, path: string): Promise<void> {
  const [paired] = await Promise.all([
    page.waitForResponse((reply) => reply.url().endsWith('/entry/pairings')),
    openPairing(page, path),
  ])
  devices.set(page, (await paired.json()).device.id)
}

/** Opens a paired phone. */
async function openScanner(isSupervisor = false): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, permissions: ['camera'] })
  const page = await context.newPage()
  await pair(page, await givenPairing(isSupervisor))
  await expect(page.getByText(/Live · list up to date/)).toBeVisible()
  return page
}

/** Revokes a phone, as the desk does. */
async function revoke(page: Page): Promise<void> {
  const id = devices.get(page)
  const login = await page.request.post(shopUrl('api/v1/authentication'), { data: ADMIN })
  const headers = { authorization: await login.text() }
  const reply = await page.request.delete(shopUrl(`api/v1/admin/entry-devices/${id}`), { headers })
  expect(reply.status(), await reply.text()).toBe(204)
}

const verdict = (page: Page) => page.locator('.verdict')

/** Types a code and Enter, as a hardware scanner does. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

async function expectWellMade(page: Page, what: string): Promise<void> {
  await expectNoViolations(page, what)
  expect(await scrollSideways(page), what).toBe(0)
}

test('reads tickets by the camera, and refuses used, refunded and forged ones', async () => {
  const page = await openScanner()
  await page.getByRole('button', { name: 'Start scanning' }).click()
  await expect(verdict(page)).toContainText('Admitted')
  await expect(page.getByText(/^[1-9]\d* of \d+ admitted, [1-9]\d* inside/)).toBeVisible()
  await expect(verdict(page)).toContainText('Refunded ticket')
  await expect(verdict(page)).toContainText('Not one of our tickets')
  await expect(verdict(page)).toContainText('Already in')
  await expectWellMade(page, 'the scanner')
  await page.context().close()
})

test('admits without a network, and sends the scans later', async () => {
  const page = await openScanner()
  const context = page.context()
  const [, , third = ''] = codes
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('scan'))?.active?.state))
    .toBe('activated')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/No connection · list/)).toBeVisible()
  await typeCode(page, 'K7QJ 2MZD')
  await expect(verdict(page)).toContainText('Codes to type can only be checked with a connection.')
  await typeCode(page, third)
  await expect(verdict(page)).toContainText('Admitted')
  await expect(page.getByText('1 scan not sent')).toBeVisible()
  await typeCode(page, third)
  await expect(verdict(page)).toContainText('Already in')
  await typeCode(page, forged(third))
  await expect(verdict(page)).toContainText('Not one of our tickets')
  await page.getByRole('button', { name: 'Start scanning' }).click()
  await expect(verdict(page)).toContainText('Refunded ticket')

  const pairing = await givenPairing()
  await context.route('**/entry/scans/batch', (route) => route.abort())
  // The list is read before the upload is confirmed, and arrives after it. The phone hears of nothing else.
  const [listed, confirmed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await context.route('**/entry/stream*', (route) => route.abort())
  await page.route('**/entry/set*', async (route) => {
    const response = await route.fetch()
    listed.resolve()
    await confirmed.promise
    await route.fulfill({ response })
  })
  await context.setOffline(false)
  await openPairing(page, pairing)
  await expect(page.getByRole('alert')).toContainText(/^Not paired anew: [2-9] scans are not sent yet/)
  await expectWellMade(page, 'the scanner with a notice')
  await page.getByRole('button', { name: 'OK' }).click()
  await listed.promise
  await context.unroute('**/entry/scans/batch')
  await expect(page.getByText('not sent')).toBeHidden()
  const fetched = page.waitForResponse((reply) => reply.url().includes('/entry/set'))
  confirmed.resolve()
  await fetched
  await context.setOffline(true)
  await typeCode(page, third)
  await expect(verdict(page)).toContainText(/Already in.*In at \d\d:\d\d/)
  await context.setOffline(false)
  await context.unroute('**/entry/stream*')
  await expect(page.getByText(/Live · list up to date$/)).toBeVisible()
  const { scanners } = await admin('GET', `admin/shows/${show}/entry`)
  const seen = scanners.find(({ id }: { id: number }) => id === devices.get(page))
  expect(seen.missing, 'the typed code, which nobody judged, is not missing').toBe(0)

  const late = Promise.withResolvers<void>()
  await page.route('**/entry/device', async (route) => {
    await late.promise
    await route.continue()
  })
  await revoke(page)
  await pair(page, pairing)
  const refused = page.waitForResponse((reply) => reply.url().endsWith('/entry/device') && reply.status() === 401)
  late.resolve()
  await refused
  await expect(page.getByText(/Live · list up to date$/)).toBeVisible()
  await typeCode(page, third)
  await expect(verdict(page)).toContainText('Already in')
  await context.close()
})

/** Offers a ticket of the customer to another person, and returns the link of the mail. */
async function offer(page: Page, ticketId: number | undefined, email: string): Promise<string> {
  await page.goto(shopUrl(`ticket/${ticketId}`))
  await page.getByRole('button', { name: 'Give to Another Person' }).click()
  await page.getByLabel(/^Email address of the other person/).fill(email)
  await page.getByRole('button', { name: 'Send Offer' }).click()
  await expect(page.getByRole('region', { name: 'Give away or protect' })).toContainText(`Offered to ${email}`)
  return inMailTo(email, /https?:\S+ticket-transfer\?token=[\w-]+/)
}

/** Accepts the offered ticket, and returns its new code. */
async function accept(page: Page): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'Accept Ticket' }).click()
  return readQrCode(page.getByRole('img', { name: 'QR code of the ticket' }))
}

test(
  'refuses the old codes of tickets that were given to people with and without an account',
  { tag: FULL },
  async () => {
    const [seventh = '', eighth = ''] = codes.slice(6)
    const [giver, known, stranger] = [
      await browser.newContext(),
      await browser.newContext(),
      await browser.newContext(),
    ]
    await enterAs(giver, customer)
    const giving = await giver.newPage()
    const friend = await givenAccount(known.request)
    await enterAs(known, friend)
    const receiving = await known.newPage()
    await receiving.goto(await offer(giving, ticketIds[6], friend.email))
    const renewed = await accept(receiving)

    const newcomer = newPerson()
    const joining = await stranger.newPage()
    await joining.goto(await offer(giving, ticketIds[7], newcomer.email))
    await joining.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await fillRegistration(joining, newcomer)
    await logIn(joining, newcomer)
    await accept(joining)

    const page = await openScanner()
    for (const old of [seventh, eighth]) {
      await typeCode(page, old)
      await expect(verdict(page)).toContainText('Old code: a newer one has replaced it')
      await typeCode(page, 'no code of a ticket')
      await expect(verdict(page)).toContainText('Not one of our tickets')
    }
    await typeCode(page, renewed)
    await expect(verdict(page)).toContainText('Admitted')
    await Promise.all([page, giving, receiving, joining].map((each) => each.context().close()))
  },
)

test('decides itself when an answer is broken, and goes on', { tag: FULL }, async () => {
  const page = await openScanner()
  const [, , third = ''] = codes
  const broken = { status: 200, contentType: 'application/json', body: '{' }
  await page.context().route('**/entry/scans', (route) => route.fulfill(broken))
  await typeCode(page, third)
  await expect(verdict(page)).toContainText('Already in')
  await page.context().unroute('**/entry/scans')
  await typeCode(page, forged(third))
  await expect(verdict(page)).toContainText('Not one of our tickets')
  await page.context().close()
})

test(
  'stops the last person if the shop refuses late, and admits nobody if the phone is full',
  { tag: FULL },
  async () => {
    const page = await openScanner()
    const [, , , fourth = '', fifth = ''] = codes
    // The phone hears nothing of other doors, and answers come late.
    await page.context().route('**/entry/stream*', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/No connection · list up to date/)).toBeVisible()
    const other = await openScanner()
    await typeCode(other, fourth)
    await expect(verdict(other)).toContainText('Admitted')
    const seen = Promise.withResolvers<void>()
    await page.route('**/entry/scans', async (route) => {
      await seen.promise
      await route.continue()
    })
    await typeCode(page, fourth)
    await expect(verdict(page)).toContainText('Decided on this phone')
    seen.resolve()
    await expect(verdict(page)).toContainText('Stop the last person!')
    await expect(verdict(page)).toContainText('Already in')
    await expect(page.getByText('not sent')).toBeHidden()

    await page.unroute('**/entry/scans')
    await page.context().setOffline(true)
    // As browsers refuse when the disk is full.
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      }
    })
    await typeCode(page, fifth)
    await expect(verdict(page)).toContainText('The phone is full')
    await Promise.all([page.context().close(), other.context().close()])
  },
)

test('lets a supervisor overrule, and ends when the phone is revoked', async () => {
  const page = await openScanner(true)
  const [, , , , , sixth = ''] = codes
  await typeCode(page, sixth)
  await expect(verdict(page)).toContainText('Admitted')
  await typeCode(page, sixth)
  await expect(verdict(page)).toContainText('Already in')
  await page.getByRole('button', { name: 'Overrule' }).click()
  await page.getByRole('button', { name: 'Let in anyway' }).click()
  await expect(page.getByText('Please give a reason')).toBeVisible()
  await page.getByLabel('Reason').fill('Went out to smoke')
  await page.getByRole('button', { name: 'Let in anyway' }).click()
  await expect(verdict(page)).toContainText('Admitted')

  const later = await page.context().newPage()
  await later.goto(shopUrl('scan'))
  await expect(later.getByText(/Live · list up to date/)).toBeVisible()
  await expect(page.getByText('The scanner is open on another page of this phone.')).toBeVisible()
  await expectWellMade(page, 'the page that is no longer the scanner')
  await page.getByRole('button', { name: 'Use this page' }).click()
  await expect(page.getByText(/Live · list up to date/)).toBeVisible()
  await expect(later.getByText('The scanner is open on another page of this phone.')).toBeVisible()
  await later.close()

  // A page that is taken over while it pairs the phone does not become the scanner again.
  const answered = Promise.withResolvers<void>()
  const pairing = await page.context().newPage()
  await pairing.route('**/entry/pairings', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const asked = pairing.waitForRequest('**/entry/pairings')
  await pairing.goto(shopUrl(await givenPairing()))
  await asked
  await page.getByRole('button', { name: 'Use this page' }).click()
  await expect(page.getByText(/Live · list up to date/)).toBeVisible()
  await expect(pairing.getByText('The scanner is open on another page of this phone.')).toBeVisible()
  const paired = pairing.waitForResponse('**/entry/pairings')
  answered.resolve()
  const { token, device } = await (await paired).json()
  await typeCode(page, sixth)
  await expect(verdict(page)).toContainText('Already in')
  await expect(pairing.getByText('The scanner is open on another page of this phone.')).toBeVisible()
  await pairing.close()
  // Its code is used, so the next page takes the new pairing.
  const known = page.waitForResponse((reply) => reply.request().headers()['authorization'] === `Bearer ${token}`)
  await page.reload()
  await known
  devices.set(page, device.id)
  await revoke(page)
  await expect(page.getByText('This phone is no longer paired. Its list of tickets was deleted.')).toBeVisible()
  await expectWellMade(page, 'the form that pairs a phone')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pair this phone' })).toBeVisible()
  await page.context().close()
})

test('keeps the question about a ticket when the answer about the one before comes late', { tag: FULL }, async () => {
  const page = await openScanner()
  const [, , , , fifth = ''] = codes
  // As browsers without Ed25519.
  await page.addInitScript(() => {
    crypto.subtle.importKey = () => Promise.reject(new DOMException('No Ed25519', 'NotSupportedError'))
  })
  await page.reload()
  await expect(page.getByText(/Live · list up to date/)).toBeVisible()
  const late = Promise.withResolvers<void>()
  const typed = 'K7QJ 2MZD'
  await page.route('**/entry/scans', async (route) => {
    if (route.request().postDataJSON().code !== typed) return
    await late.promise
    await route.continue()
  })
  await typeCode(page, typed)
  await expect(verdict(page)).toContainText('Waiting for the shop')
  await typeCode(page, fifth)
  await expect(verdict(page)).toContainText('Compare the ticket')
  const answer = page.waitForResponse('**/entry/scans')
  late.resolve()
  await (await answer).finished()
  await page.getByRole('button', { name: 'Let in' }).click()
  await expect(verdict(page)).toContainText('Admitted')
  await page.context().close()
})
