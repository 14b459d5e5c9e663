import { expect, test } from '@playwright/test'
import {
  type Entrance,
  expectWellMade,
  forged,
  givenPairing,
  noteVerdicts,
  openEntrance,
  openScanner,
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

test('reads tickets by the camera, and refuses used, refunded and forged ones', async () => {
  const page = await openScanner(entrance)
  const verdicts = await noteVerdicts(page)
  await page.getByRole('button', { name: 'Start scanning' }).click()
  const expected = ['Admitted', 'Refunded ticket', 'Not one of our tickets', 'Already in']
  // The film goes round until the camera has read every code in it: a slow machine reads few of its pictures.
  const untilAllAreRead = { timeout: test.info().timeout }
  for (const words of expected)
    await expect.poll(verdicts, untilAllAreRead).toContainEqual(expect.stringContaining(words))
  await expect(page.getByText(/^[1-9]\d* of \d+ admitted, [1-9]\d* inside/)).toBeVisible()
  const positionOf = async (words: string) => (await verdicts()).findIndex((shown) => shown.includes(words))
  expect(await positionOf('Admitted')).toBeLessThan(await positionOf('Already in'))
  await expectWellMade(page, 'the scanner')
  await page.context().close()
})

test('decides itself when an answer is broken, and goes on', { tag: FULL }, async () => {
  const page = await openScanner(entrance)
  const [, , third = ''] = entrance.codes
  const broken = { status: 200, contentType: 'application/json', body: '{' }
  await page.context().route('**/entry/scans', (route) => route.fulfill(broken))
  await typeCode(page, third)
  await expect(verdict(page)).toContainText('Admitted')
  await expect(verdict(page)).toContainText('Decided on this phone')
  await page.context().unroute('**/entry/scans')
  await typeCode(page, forged(third))
  await expect(verdict(page)).toContainText('Not one of our tickets')
  await page.context().close()
})

test(
  'stops the last person if the shop refuses late, and admits nobody if the phone is full',
  { tag: FULL },
  async () => {
    const page = await openScanner(entrance)
    const [, , , fourth = '', fifth = '', , seventh = ''] = entrance.codes
    // The phone hears nothing of other doors, and answers come late.
    await page.context().route('**/entry/stream*', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/No connection · list up to date/)).toBeVisible()
    const other = await openScanner(entrance)
    await typeCode(other, fourth)
    await expect(verdict(other)).toContainText('Admitted')
    const seen = Promise.withResolvers<void>()
    await page.route('**/entry/scans', async (route) => {
      await seen.promise
      await route.continue()
    })
    await typeCode(page, fourth)
    await expect(verdict(page)).toContainText('Decided on this phone')
    // As if its list of unsent scans were tried again now.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.waitForTimeout(1_000)
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
    await page.context().setOffline(false)
    const late = Promise.withResolvers<void>()
    await page.route('**/entry/scans', async (route) => {
      await late.promise
      await route.continue()
    })
    await typeCode(page, seventh)
    await expect(verdict(page)).toContainText('The phone is full')
    late.resolve()
    await expect(verdict(page), 'the shop has stored the scan').toContainText('Admitted')
    const { scanners } = await entrance.admin('GET', `admin/shows/${entrance.show}/entry`)
    const { missing } = scanners.find(({ id }: { id: number }) => id === entrance.devices.get(page))
    expect(missing, 'the scan that nobody stored is not missing').toBe(0)
    await Promise.all([page.context().close(), other.context().close()])
  },
)

test('lets a supervisor overrule, and ends when the phone is revoked', { tag: FULL }, async () => {
  const page = await openScanner(entrance, true)
  const [, , , , , sixth = ''] = entrance.codes
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
  await pairing.goto(shopUrl(await givenPairing(entrance)))
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
  entrance.devices.set(page, device.id)
  await revoke(entrance, page)
  await expect(page.getByText('This phone is no longer paired. Its list of tickets was deleted.')).toBeVisible()
  await expectWellMade(page, 'the form that pairs a phone')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pair this phone' })).toBeVisible()
  await page.context().close()
})

test('keeps the question about a ticket when the answer about the one before comes late', { tag: FULL }, async () => {
  const page = await openScanner(entrance)
  const [, , , , fifth = ''] = entrance.codes
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
