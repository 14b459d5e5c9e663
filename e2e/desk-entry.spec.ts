import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { LIVE_STEP_MS } from '#domain/entry/live-code.ts'
import { expectNoViolations } from './axe.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { FULL } from './proving.ts'
import { OPERA } from './purchase.ts'
import { readQrCode } from './read-qr-code.ts'
import { askingAs, enterAs, givenAccount, type Person, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

const PHONE = { width: 360, height: 740 }
const GATE = 'Gate B, north side'
/** Longer than the digits of a live code count, and than a clock may be wrong. */
const LATER_MS = 46_000

let contexts: BrowserContext[] = []
test.afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()))
  contexts = []
})

/** Buys two tickets of an evening, and returns them with their show. */
async function givenTickets(page: Page, customer: Person): Promise<{ show: number; ids: number[] }> {
  const ask = await askingAs(page.request, customer)
  const { elements } = await ask('GET', `eventshows?eventName=${OPERA}&pageSize=100`)
  const show = elements.filter(({ event }: { event: { title: string } }) => event.title === OPERA).at(-2).id
  const reserved = await ask('POST', 'tickets/best-available', { eventShowId: show, quantity: 2 })
  const ids: number[] = reserved.elements.map(({ id }: { id: number }) => id)
  const { firstName, lastName } = customer
  const userPaymentInfoDto = { firstName, lastName, address: 'Ringstraße 1, 1010 Wien' }
  await ask('POST', 'orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds: ids })
  return { show, ids }
}

/** Opens a page of a phone, logged in as a customer or as nobody. */
async function openPhone(page: Page, path: string, customer?: Person): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: PHONE, permissions: ['camera'] })
  if (!context) throw new Error('There is no browser')
  contexts.push(context)
  if (customer) await enterAs(context, customer)
  const phone = await context.newPage()
  await phone.goto(shopUrl(path))
  return phone
}

const code = (phone: Page) => phone.getByRole('img', { name: 'QR code of the ticket' })

async function typeCode(scanner: Page, text: string): Promise<void> {
  await scanner.keyboard.type(text)
  await scanner.keyboard.press('Enter')
}

test(
  'adds a gate, chooses live codes and pairs a phone, which refuses pictures without a network',
  { tag: FULL },
  async ({ page, context }) => {
    const customer = await givenAccount(page.request)
    const { show, ids } = await givenTickets(page, customer)
    await enterAs(context, ADMIN)
    await page.goto(shopUrl(`admin/shows/${show}/entry`))
    const gates = page.getByRole('region', { name: 'Gates' })
    await gates.getByLabel('Name of the gate').fill(GATE)
    await gates.getByRole('button', { name: 'Add the gate' }).click()
    await expect(gates.getByRole('listitem').filter({ hasText: GATE })).toBeVisible()
    const rules = page.getByRole('region', { name: 'Rules' })
    await rules.getByLabel(/^Live codes/).check()
    await rules.getByRole('button', { name: 'Save the rules' }).click()
    await expect(page.getByText('The rules are saved')).toBeVisible()
    const scanners = page.getByRole('region', { name: 'Scanners' })
    await scanners.getByRole('button', { name: 'Pair a phone' }).click()
    await scanners.getByRole('button', { name: 'Show a code' }).click()
    const digits = scanners.getByRole('region', { name: 'Pairing' }).getByRole('status')
    await expect(digits).toHaveText(/^\d{4} \d{4}$/)
    // The bar at the top may cover a button of a page that has scrolled, as it has below the gates of earlier tries.
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoViolations(page, 'the entry of a show')
    const scanner = await openPhone(page, `scan#${(await digits.innerText()).replace(' ', '')}`)
    await expect(scanner.getByText(/Live · list up to date/)).toBeVisible()
    await expect(scanners.getByText('Phone 1')).toBeVisible()

    const ticket = await openPhone(page, `ticket/${ids[0]}`, customer)
    await expect(ticket.getByText(`Entrance: ${GATE}`)).toBeVisible()
    await expect(ticket.getByRole('button', { name: /PDF|calendar|Wallet/ })).toHaveCount(0)
    const picture = await readQrCode(code(ticket))
    expect(picture).toMatch(/^F1.{120}\d{8}$/)
    expect(await scrollSideways(ticket), 'the page of a ticket').toBe(0)
    await expect
      .poll(() =>
        ticket.evaluate(async () => (await navigator.serviceWorker.getRegistration('ticket/'))?.active?.state),
      )
      .toBe('activated')
    await Promise.all([ticket.context().setOffline(true), scanner.context().setOffline(true)])
    // Both clocks stand still in the next step: its code counts however long it takes to read and to type it.
    const next = Date.now() + LIVE_STEP_MS
    await Promise.all([ticket.clock.setFixedTime(next), scanner.clock.setFixedTime(next)])
    await ticket.reload()
    await expect.poll(() => readQrCode(code(ticket))).not.toBe(picture)
    const verdict = scanner.locator('.verdict')
    await typeCode(scanner, await readQrCode(code(ticket)))
    await expect(verdict).toContainText('Admitted')
    await expect(verdict).toContainText('Decided on this phone')

    await ticket.context().setOffline(false)
    await ticket.goto(shopUrl(`ticket/${ids[1]}`))
    const later = await readQrCode(code(ticket))
    await scanner.clock.setSystemTime(Date.now() + LATER_MS)
    await typeCode(scanner, later)
    await expect(verdict).toContainText('Screenshot: ask for the live ticket')
    await typeCode(scanner, later.slice(0, -8))
    await expect(verdict).toContainText('Screenshot: ask for the live ticket')
  },
)
