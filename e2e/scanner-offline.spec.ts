import { expect, type Page, type Route, test } from '@playwright/test'
import {
  type Entrance,
  expectWellMade,
  forged,
  givenPairing,
  noteVerdicts,
  openEntrance,
  openPairing,
  openScanner,
  pair,
  revoke,
  typeCode,
  verdict,
} from './entrance.ts'
import { FULL } from './proving.ts'
import { shopUrl } from './shop.ts'

let entrance: Entrance

test.beforeAll(async ({ playwright }, info) => {
  entrance = await openEntrance(playwright.request, info)
})
test.afterAll(() => entrance.close())

test('sends scans of a clock that is wrong by decades, and others beside one that the shop refuses', async () => {
  const page = await openScanner(entrance)
  const context = page.context()
  const [, , , fourth = '', fifth = '', sixth = ''] = entrance.codes
  await context.route('**/entry/scans/batch', (route) => {
    const { scans } = route.request().postDataJSON() as { scans: { code: string }[] }
    return scans.some(({ code }) => code === fifth) ? route.fulfill({ status: 422 }) : route.continue()
  })
  const admitted = async () =>
    (await entrance.admin('GET', `admin/shows/${entrance.show}/entry`)).counters.admitted as number
  const before = await admitted()
  await page.clock.setFixedTime('1970-01-02T00:00:00Z')
  await typeCode(page, fourth)
  await expect(verdict(page)).toContainText('Admitted')
  await context.setOffline(true)
  await typeCode(page, fifth)
  await expect(page.getByText('1 scan not sent')).toBeVisible()
  await typeCode(page, sixth)
  await expect(page.getByText('2 scans not sent')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('1 scan not sent')).toBeVisible()
  await context.unroute('**/entry/scans/batch')
  await expect(page.getByText('not sent')).toBeHidden()
  expect(await admitted()).toBe(before + 3)
  await context.close()
})

/** Reads how many scans of a phone never arrived, as the desk shows it. */
async function missingScansOf(page: Page): Promise<number> {
  const { scanners } = await entrance.admin('GET', `admin/shows/${entrance.show}/entry`)
  return scanners.find(({ id }: { id: number }) => id === entrance.devices.get(page)).missing
}

test('counts no scan as missing whose page was closed before it had a verdict', async () => {
  const page = await openScanner(entrance)
  const [, , , , , , seventh = ''] = entrance.codes
  await page.route('**/entry/scans', () => undefined)
  await typeCode(page, 'K7QJ 2MZD')
  await expect(verdict(page)).toContainText('Waiting for the shop')
  await page.goto('about:blank')
  await page.unroute('**/entry/scans')
  await page.goto(shopUrl('scan'))
  await expect(page.getByText(/Live · list up to date/)).toBeVisible()
  await typeCode(page, seventh)
  await expect(verdict(page)).toContainText('Admitted')
  expect(await missingScansOf(page)).toBe(0)
  await page.context().close()
})

test('sends its scans before it ends after the show, and keeps them while the shop cannot be reached', async () => {
  const page = await openScanner(entrance)
  const context = page.context()
  const [, , , , , , , eighth = ''] = entrance.codes
  const admitted = async () =>
    (await entrance.admin('GET', `admin/shows/${entrance.show}/entry`)).counters.admitted as number
  const before = await admitted()
  await context.setOffline(true)
  await typeCode(page, eighth)
  await expect(page.getByText('1 scan not sent')).toBeVisible()
  // As the shop answers half a day after the show, when it takes stored scans alone.
  for (const path of ['device', 'set*', 'stream*']) {
    await context.route(`**/entry/${path}`, (route) => route.fulfill({ status: 401 }))
  }
  await context.route('**/entry/scans/batch', (route) => route.fulfill({ status: 503 }))
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText('1 scan not sent')).toBeVisible()
  await context.unroute('**/entry/scans/batch')
  await page.reload()
  await expect(page.getByText('This phone is no longer paired. Its list of tickets was deleted.')).toBeVisible()
  await expect(page.getByText('not sent')).toBeHidden()
  expect(await admitted()).toBe(before + 1)
  await context.close()
})

test('admits without a network, and sends the scans later', { tag: FULL }, async () => {
  const page = await openScanner(entrance)
  const context = page.context()
  const [, , third = ''] = entrance.codes
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
  const verdicts = await noteVerdicts(page)
  await page.getByRole('button', { name: 'Start scanning' }).click()
  const untilItIsRead = { timeout: test.info().timeout }
  await expect.poll(verdicts, untilItIsRead).toContainEqual(expect.stringContaining('Refunded ticket'))

  const pairing = await givenPairing(entrance)
  await context.route('**/entry/scans/batch', (route) => route.abort())
  // The list is read before the upload is confirmed, and arrives after it. The phone hears of nothing else.
  const [listed, confirmed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await context.route('**/entry/stream*', (route) => route.abort())
  const answerLate = async (route: Route) => {
    const response = await route.fetch()
    listed.resolve()
    await confirmed.promise
    await route.fulfill({ response })
  }
  await page.route('**/entry/set*', answerLate, { times: 1 })
  await context.setOffline(false)
  await openPairing(page, pairing)
  // The camera adds scans until its page is left.
  await expect(page.getByRole('alert')).toContainText(/^Not paired anew: (?:[2-9]|\d{2,}) scans are not sent yet/)
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
  await expect.poll(() => missingScansOf(page), 'the typed code, which nobody judged, is not missing').toBe(0)

  const late = Promise.withResolvers<void>()
  await page.route('**/entry/device', async (route) => {
    await late.promise
    await route.continue()
  })
  // The open page would hear of its end, and forget its token before the next one asks with it.
  await page.goto('about:blank')
  await revoke(entrance, page)
  const asked = page.waitForRequest('**/entry/device')
  await pair(entrance, page, pairing)
  await asked
  const refused = page.waitForResponse((reply) => reply.url().endsWith('/entry/device') && reply.status() === 401)
  late.resolve()
  await refused
  await expect(page.getByText(/Live · list up to date$/)).toBeVisible()
  await typeCode(page, third)
  await expect(verdict(page)).toContainText('Already in')
  await context.close()
})
