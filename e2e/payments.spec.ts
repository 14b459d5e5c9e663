import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { type StripeStandIn, startStripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { expectNoViolations } from './axe.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { inMailTo } from './mails.ts'
import { lastShowOf } from './purchase.ts'
import { withOwnShop } from './own-shop.ts'
import { askingAs, download, enterAs, givenAccount, logIn, type Person, readPdf, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'
import { FULL } from './proving.ts'

const CARD = 'Visa ending 4242 (test payment)'
const ADDRESS = 'Ringstraße 1, 1010 Wien'

let stripe: StripeStandIn | undefined

withOwnShop(async () => {
  stripe = await startStripeStandIn()
  return stripe.settings
})
test.afterEach(() => stripe?.setWebhooks({}))
test.afterAll(() => stripe?.stop())

/** Opens the checkout as a new customer with reserved tickets. */
async function openCheckout(page: Page, context: BrowserContext, quantity: number): Promise<Person> {
  const customer = await givenAccount(page.request)
  const ask = await askingAs(page.request, customer)
  await ask('POST', 'tickets/best-available', { eventShowId: await lastShowOf(page), quantity })
  await enterAs(context, customer)
  await page.goto(shopUrl('checkout'))
  await page.getByLabel('Address').fill(ADDRESS)
  return customer
}

const buyButton = (page: Page) => page.getByRole('button', { name: /^Buy Selected/ })

async function expectInvoice(page: Page): Promise<void> {
  await expect(page.getByText('Your purchase was successful!').last()).toBeVisible()
  await expect(page).toHaveURL(/\/invoice\/\d+$/)
}

test('pays by card after a double click, and gets the money of a ticket back to it', async ({ page, context }) => {
  const { email } = await openCheckout(page, context, 2)
  await expect(page.getByRole('radiogroup', { name: 'Payment type' }).getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('main')).toContainText("Test payments: you won't be charged.")
  await expect(page.getByRole('main')).not.toContainText('simulated')
  await page.getByRole('radio', { name: 'Visa' }).check()
  const before = (await stripe?.ledger())?.length ?? 0
  await buyButton(page).dblclick({ noWaitAfter: true })
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectInvoice(page)
  expect(await stripe?.ledger()).toHaveLength(before + 1)
  await expect(page.getByRole('region', { name: 'Items' })).toContainText(CARD)
  await expect(page.getByRole('main')).not.toContainText('simulated')
  const { text } = await readPdf(await download(page, 'Download Invoice'))
  expect(text).toContain(CARD)
  expect(text).not.toContain('simulated')

  await page.goto(shopUrl('user-tickets?state=BOUGHT'))
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText(`The money goes back the way you paid: ${CARD}.`)).toBeVisible()
  await inMailTo(email, /The money goes back the way you paid: Visa ending 4242/)
  await expect.poll(async () => (await stripe?.ledger())?.at(-1)?.refunds).toHaveLength(1)
})

test('pays by keyboard on a phone after a declined card', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openCheckout(page, context, 1)
  await page.getByRole('radio', { name: 'Visa' }).press('Space')
  await buyButton(page).press('Enter')
  await page.getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('declined')
  await page.getByRole('button', { name: 'Pay', exact: true }).press('Enter')
  await expectInvoice(page)
  expect(await scrollSideways(page)).toBe(0)
})

test(
  'leaves the payment, comes back to everything typed and chosen, and pays after the check of the bank',
  { tag: FULL },
  async ({ page, context, browser }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const customer = await openCheckout(page, context, 3)
    const tickets = page.getByRole('region', { name: 'Tickets' }).getByRole('checkbox', { name: /^Buy / })
    await tickets.first().uncheck()
    await page.getByRole('radio', { name: 'Debit cart' }).check()
    await buyButton(page).click()
    await page.getByRole('link', { name: 'Leave' }).click()

    await expect(page).toHaveURL(/\/payment\/\d+$/)
    await expect(page.getByRole('status').filter({ hasText: 'You have not paid yet.' })).toBeVisible()
    await expectNoViolations(page, 'the page of an open payment')
    expect(await scrollSideways(page)).toBe(0)
    await expectAnswerElsewhere(await browser.newContext(), page.url(), customer)

    // Your Tickets and the checkout lead to the payment.
    await page.goto(shopUrl('user-tickets?state=RESERVED'))
    const links = page.getByRole('link', { name: /^To Payment/ })
    await expect(links).toHaveCount(2)
    await links.first().press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Your payment' })).toBeFocused()
    await page.goto(shopUrl('checkout'))
    await expect(page.getByText(/^Held for your payment until (\d{4}\/\d\d\/\d\d )?\d\d:\d\d/)).toHaveCount(2)
    await expectNoViolations(page, 'the checkout during a payment')
    expect(await scrollSideways(page)).toBe(0)
    await page.getByRole('link', { name: 'Continue the payment' }).click()
    await page.getByRole('link', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Cancel the payment' }).press('Enter')

    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.getByText('The payment was not completed, and nothing was charged.')).toBeVisible()
    await expectKept(page, tickets)
    await buyButton(page).press('Enter')
    // Longer than the journey, which ends the check itself.
    await page.getByLabel('Seconds').fill('600')
    await page.getByRole('button', { name: 'Pay after a check by the bank' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Your bank is checking' })).toBeVisible()
    const { session = '' } = (await stripe?.ledger())?.at(-1) ?? {}
    expect(await stripe?.pay(session)).toBe(true)
    await expectInvoice(page)
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  },
)

test(
  'books a payment by itself when the browser never comes back and no event arrives',
  { tag: FULL },
  async ({ page, context }) => {
    const { email } = await openCheckout(page, context, 1)
    await page.getByRole('radio', { name: 'Visa' }).check()
    await page.route('**/payment/*', (route) => route.abort())
    await buyButton(page).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click({ noWaitAfter: true })
    await inMailTo(email, /Paid by Visa ending 4242/)
    await page.goto(shopUrl('user-tickets'))
    await expect(page.getByRole('list', { name: 'Bought tickets' }).getByRole('article')).toHaveCount(1)
  },
)

test('books a payment by its event before the browser comes back', { tag: FULL }, async ({ page, context }) => {
  await stripe?.setWebhooks({ url: shopUrl('api/v1/payments/stripe/events') })
  const customer = await openCheckout(page, context, 1)
  const ask = await askingAs(page.request, customer)
  await page.getByRole('radio', { name: 'Visa' }).check()
  await page.route('**/payment/*', async (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1)
    await expect.poll(async () => (await ask('GET', `payments/${id}`)).state).toBe('TAKEN')
    await route.continue()
  })
  await buyButton(page).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectInvoice(page)
  const events = await stripe?.deliveries()
  expect(events).toContainEqual(expect.objectContaining({ type: 'checkout.session.completed', status: 200 }))
  expect((await ask('GET', 'invoices')).total).toBe(1)
})

test(
  'sends money back that came after its seat was sold to another, and tells so',
  { tag: FULL },
  async ({ page, context }) => {
    const customer = await openCheckout(page, context, 1)
    const ask = await askingAs(page.request, customer)
    const { tickets } = await ask('GET', 'carts')
    await page.getByRole('radio', { name: 'Visa' }).check()
    await buyButton(page).click()
    const pay = page.getByRole('button', { name: 'Pay', exact: true })
    await expect(pay).toBeVisible()

    await stripe?.setFaults([{ when: 'before', what: 503, times: 1_000 }])
    const desk = await askingAs(page.request, ADMIN)
    const [payment] = (await desk('GET', `admin/payments?text=${customer.email}`)).elements
    await desk('POST', `admin/payments/${payment.id}/release`, { reason: 'Stripe gives no answer.' })
    const otherTab = await context.newPage()
    await otherTab.goto(shopUrl('checkout'))
    await otherTab.getByRole('button', { name: /^Remove/ }).click()
    await otherTab.getByRole('dialog').getByRole('button', { name: 'Cancel Reservation' }).click()
    await expect(otherTab.getByText('Your ticket reservation was successfully cancelled.')).toBeVisible()
    const rival = await askingAs(page.request, await givenAccount(page.request))
    const [{ placeId, eventShow }] = tickets
    await rival('POST', 'tickets', { eventShowId: eventShow.id, seatingPlanPlaceIds: [placeId] })
    await stripe?.setFaults([])

    await pay.click()
    await expect(page.getByRole('main')).toContainText('all of it goes back to you the way you paid')
    await inMailTo(customer.email, /The money goes back the way you paid: Visa ending 4242/)
    await expect.poll(async () => (await stripe?.ledger())?.at(-1)).toMatchObject({ refunded: payment.total })
  },
)

async function expectKept(page: Page, tickets: Locator): Promise<void> {
  await expect(page.getByLabel('Address')).toHaveValue(ADDRESS)
  await expect(page.getByRole('radio', { name: 'Debit cart' })).toBeChecked()
  await expect(tickets).toHaveCount(3)
  await expect(tickets.first()).not.toBeChecked()
  await expect(tickets.nth(1)).toBeChecked()
}

/** Expects the page of a payment to work in another browser after the login, as banks open their own. */
async function expectAnswerElsewhere(context: BrowserContext, url: string, customer: Person): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await logIn(page, customer)
  await expect(page).toHaveURL(url)
  await expect(page.getByText('You have not paid yet.')).toBeVisible()
  await context.close()
}
