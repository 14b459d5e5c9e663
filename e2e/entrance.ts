import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type APIRequest,
  type APIRequestContext,
  type Browser,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { openCameraBrowser } from './camera-browser.ts'
import { writeFilm } from './camera-film.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { OPERA } from './purchase.ts'
import { type Ask, askingAs, givenAccount, type Person, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

const PHONE = { width: 360, height: 740 }
/** Limits the calls of phones: longer than any journey holds an answer, and shorter than an expectation waits. */
const CALL_LIMIT_MS = 90_000
const TICKETS = 8

/** A customer's tickets for a show. The second is refunded. */
type Tickets = {
  readonly show: number
  readonly customer: Person
  readonly ids: readonly number[]
  readonly codes: readonly string[]
}

/** The entrance of a show, and phones whose cameras see its first code, the refunded one and a forged one. */
export type Entrance = Tickets & {
  readonly admin: Ask
  readonly browser: Browser
  /** The ids of the paired phones. */
  readonly devices: Map<Page, number>
  readonly close: () => Promise<void>
}

export async function openEntrance(requests: APIRequest, { project }: TestInfo): Promise<Entrance> {
  const request = await requests.newContext()
  const admin = await askingAs(request, ADMIN)
  const tickets = await givenTickets(request)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-film-'))
  const film = join(folder, 'film.y4m')
  const [first = '', refunded = ''] = tickets.codes
  await writeFilm(film, [first, refunded, forged(first)])
  const browser = await openCameraBrowser(project.use.launchOptions ?? {}, film)
  const close = async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  }
  return { ...tickets, admin, browser, devices: new Map(), close }
}

async function givenTickets(request: APIRequestContext): Promise<Tickets> {
  const customer = await givenAccount(request)
  const ask = await askingAs(request, customer)
  const { elements } = await ask('GET', `eventshows?eventName=${OPERA}&pageSize=100`)
  const show = elements.filter(({ event }: { event: { title: string } }) => event.title === OPERA).at(-1).id
  const reserved = await ask('POST', 'tickets/best-available', { eventShowId: show, quantity: TICKETS })
  const ids: number[] = reserved.elements.map(({ id }: { id: number }) => id)
  const { firstName, lastName } = customer
  const userPaymentInfoDto = { firstName, lastName, address: 'Ringstraße 1, 1010 Wien' }
  await ask('POST', 'orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds: ids })
  const codes: string[] = []
  for (const id of ids) codes.push((await ask('GET', `tickets/${id}`)).code)
  await ask('PUT', `tickets/${ids[1]}/cancelation`)
  return { show, customer, ids, codes }
}

/** Changes the last character of the signature. */
export const forged = (code: string) => `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`

/** Returns the path in the QR code of a pairing. */
export async function givenPairing({ admin, show }: Entrance, isSupervisor = false): Promise<string> {
  const { code } = await admin('POST', `admin/shows/${show}/entry-pairings`, {
    ...{ name: 'Phone', direction: 'BOTH', isSupervisor },
  })
  return `scan#${code}`
}

/** Opens the path of a pairing anew, as a camera does. */
export async function openPairing(page: Page, path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(shopUrl(path))
}

/** Pairs a phone by the path of a pairing. */
export async function pair({ devices }: Entrance, page: Page, path: string): Promise<void> {
  const [paired] = await Promise.all([
    page.waitForResponse((reply) => reply.url().endsWith('/entry/pairings')),
    openPairing(page, path),
  ])
  devices.set(page, (await paired.json()).device.id)
}

/** Opens a paired phone. Its calls have a long limit, because journeys hold answers until something has happened. */
export async function openScanner(entrance: Entrance, isSupervisor = false): Promise<Page> {
  const context = await entrance.browser.newContext({ viewport: PHONE, permissions: ['camera'] })
  await context.addInitScript((limit) => {
    const signalAfter = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = () => signalAfter(limit)
  }, CALL_LIMIT_MS)
  const page = await context.newPage()
  await pair(entrance, page, await givenPairing(entrance, isSupervisor))
  await expect(page.getByText(/Live · list up to date/)).toBeVisible()
  return page
}

/** Revokes a phone, as the desk does. */
export async function revoke({ devices }: Entrance, page: Page): Promise<void> {
  const login = await page.request.post(shopUrl('api/v1/authentication'), { data: ADMIN })
  const headers = { authorization: await login.text() }
  const reply = await page.request.delete(shopUrl(`api/v1/admin/entry-devices/${devices.get(page)}`), { headers })
  expect(reply.status(), await reply.text()).toBe(204)
}

export const verdict = (page: Page) => page.locator('.verdict')

/**
 * Notes every verdict that the page shows from now on, because those of the camera pass before a slow machine looks.
 * Returns the function that lists them in order.
 */
export async function noteVerdicts(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const verdicts: string[] = []
    const note = () => {
      const text = document.querySelector('.verdict')?.textContent ?? ''
      if (text !== verdicts.at(-1)) verdicts.push(text)
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
    return verdicts
  })
  return () => noted.jsonValue()
}

/** Types a code and Enter, as a hardware scanner does. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

export async function expectWellMade(page: Page, what: string): Promise<void> {
  await expectNoViolations(page, what)
  expect(await scrollSideways(page), what).toBe(0)
}
