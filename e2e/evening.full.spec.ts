import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { openCameraBrowser } from './camera-browser.ts'
import { writeFilm } from './camera-film.ts'
import { type Ask, askingAs, givenAccount, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

const MINUTE_MS = 60_000
const OFFLINE_MS = 10 * MINUTE_MS
/** The most tickets that a customer may hold for a show. */
const EACH = 20
/** Copies of these tickets are shown at both doors. */
const COPIED = 6

test.setTimeout(30 * MINUTE_MS)

type Show = { id: number; startTime: string; free: number; isCancelled: boolean }

/** Returns the demo's next evening that has places left for everybody of this journey. */
async function nextEvening(admin: Ask): Promise<number> {
  const { elements } = (await admin('GET', 'admin/shows?when=coming&pageSize=100')) as { elements: Show[] }
  // Nothing is sold in the last half hour.
  const latest = Date.now() + 60 * MINUTE_MS
  const evening = elements.find(
    ({ startTime, free, isCancelled }) => Date.parse(startTime) > latest && free > 3 * EACH && !isCancelled,
  )
  if (!evening) throw new Error('The demo has no coming evening')
  return evening.id
}

/** Buys tickets for a new customer, and returns their codes by number. */
async function givenCodes(request: APIRequestContext, show: number): Promise<Map<number, string>> {
  const customer = await givenAccount(request)
  const ask = await askingAs(request, customer)
  const reserved = await ask('POST', 'tickets/best-available', { eventShowId: show, quantity: EACH / 2 })
  const more = await ask('POST', 'tickets/best-available', { eventShowId: show, quantity: EACH / 2 })
  const ids: number[] = [...reserved.elements, ...more.elements].map(({ id }: { id: number }) => id)
  const { firstName, lastName } = customer
  const userPaymentInfoDto = { firstName, lastName, address: 'Ringstraße 1, 1010 Wien' }
  await ask('POST', 'orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds: ids })
  const codes = new Map<number, string>()
  for (const id of ids) codes.set(id, (await ask('GET', `tickets/${id}`)).code)
  return codes
}

type Phone = { browser: Browser; page: Page }

/** Pairs a phone whose camera sees the codes, over and over. */
async function openPhone(admin: Ask, show: number, name: string, film: string): Promise<Phone> {
  const browser = await openCameraBrowser(test.info().project.use.launchOptions ?? {}, film)
  const pairing = { name, direction: 'IN', isSupervisor: false }
  const { code } = await admin('POST', `admin/shows/${show}/entry-pairings`, pairing)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, permissions: ['camera'] })
  const page = await context.newPage()
  await page.goto(shopUrl(`scan#${code}`))
  await expect(page.getByText(/Live · list up to date/)).toBeVisible()
  return { browser, page }
}

test('admits an evening with two phones, one of them without a network for ten minutes', async ({ playwright }) => {
  const request = await playwright.request.newContext()
  const admin = await askingAs(request, ADMIN)
  const show = await nextEvening(admin)
  const tickets = new Map([...(await givenCodes(request, show)), ...(await givenCodes(request, show))])
  const codes = [...tickets.values()]
  const folder = await mkdtemp(join(tmpdir(), 'foyer-evening-'))
  const atDoor = { online: codes.slice(0, EACH + COPIED / 2), offline: codes.slice(EACH - COPIED / 2) }
  const films = { online: join(folder, 'online.y4m'), offline: join(folder, 'offline.y4m') }
  await writeFilm(films.online, atDoor.online)
  await writeFilm(films.offline, atDoor.offline)
  const before = await admin('GET', `admin/shows/${show}/entry`)
  const online = await openPhone(admin, show, 'With network', films.online)
  const offline = await openPhone(admin, show, 'Without network', films.offline)
  const figures = async () => (await admin('GET', `admin/shows/${show}/entry`)).counters
  try {
    await offline.page.context().setOffline(true)
    const disconnectedAt = Date.now()
    for (const { page } of [online, offline]) await page.getByRole('button', { name: 'Start scanning' }).click()
    const admitted = before.counters.admitted + atDoor.online.length
    await expect.poll(async () => (await figures()).admitted, { timeout: 5 * MINUTE_MS }).toBe(admitted)
    expect((await figures()).doubles).toBe(before.counters.doubles)
    await online.browser.close()

    const waited = () => Date.now() - disconnectedAt
    await expect.poll(waited, { timeout: OFFLINE_MS + MINUTE_MS }).toBeGreaterThanOrEqual(OFFLINE_MS)
    await expect(offline.page.getByText(/No connection · list 1\d min old · \d+ scans not sent/)).toBeVisible()
    await offline.page.context().setOffline(false)
    await expect(offline.page.getByText(/Live · list up to date$/)).toBeVisible({ timeout: 2 * MINUTE_MS })
    await expect(offline.page.getByText(`${COPIED} people came in`)).toHaveCount(0)
    const people = atDoor.online.length + atDoor.offline.length
    const after = await admin('GET', `admin/shows/${show}/entry`)
    expect(after.counters).toMatchObject({
      expected: before.counters.expected,
      admitted: before.counters.admitted + people,
      inside: before.counters.inside + people,
      doubles: before.counters.doubles + COPIED,
    })
    const doubled = after.doubles.map(({ ticketId }: { ticketId: number }) => tickets.get(ticketId))
    expect(doubled.toSorted()).toEqual(atDoor.offline.slice(0, COPIED).toSorted())
    expect(after.conflicts).toEqual(before.conflicts)
    const scanners = after.scanners.filter(({ name }: { name: string }) => name.endsWith(' network'))
    expect(scanners.map(({ missing }: { missing: number }) => missing)).toEqual([0, 0])
    const { entries } = await admin('GET', `admin/shows/${show}/door-list`)
    const came = entries.filter(({ id, admittedAt }: { id: number; admittedAt: string | null }) => {
      return tickets.has(id) && admittedAt !== null
    })
    expect(came).toHaveLength(codes.length)
  } finally {
    await Promise.all([online.browser.close(), offline.browser.close()])
    await rm(folder, { recursive: true })
  }
})
