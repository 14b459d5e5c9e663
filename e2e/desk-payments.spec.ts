import { expect, type Page, test } from '@playwright/test'
import { type StripeStandIn, startStripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { expectNoViolations } from './axe.ts'
import { scrollSideways } from './horizontal-overflow.ts'
import { inMailTo } from './mails.ts'
import { withOwnShop } from './own-shop.ts'
import { FULL } from './proving.ts'
import { lastShowOf } from './purchase.ts'
import { askingAs, enterAs, givenAccount, type Person, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

let stripe: StripeStandIn | undefined

withOwnShop(async () => {
  stripe = await startStripeStandIn()
  return stripe.settings
})
test.afterAll(() => stripe?.stop())

/** A customer who has paid for a ticket, whose events reach the shop. */
async function givenPaidTicket(page: Page) {
  await stripe?.setWebhooks({ url: shopUrl('api/v1/payments/stripe/events') })
  const customer = await givenAccount(page.request)
  const ask = await askingAs(page.request, customer)
  const best = { eventShowId: await lastShowOf(page), quantity: 1 }
  const [ticket] = (await ask('POST', 'tickets/best-available', best)).elements
  const userPaymentInfoDto = {
    firstName: customer.firstName,
    lastName: customer.lastName,
    address: 'Ringstraße 1, 1010 Wien',
  }
  const order = { userPaymentInfoDto, paymentType: 'VISA', method: 'stripe', ticketIds: [ticket.id] }
  await ask('POST', 'payments', order)
  const { session = '' } = (await stripe?.ledger())?.at(-1) ?? {}
  await stripe?.pay(session)
  await inMailTo(customer.email, /Paid by Visa ending 4242/)
  return { customer, ask, ticket, session }
}

/** Opens a payment at the desk that needs somebody, as soon as its event was read. */
async function openNeeded(page: Page, customer: Person, need: string): Promise<void> {
  await expect(async () => {
    await page.goto(shopUrl(`admin/payments?needsSomebody=true&text=${customer.email}`))
    await expect(page.getByRole('main')).toContainText(need, { timeout: 1_000 })
  }).toPass()
  await page.getByRole('main').getByRole('link', { name: customer.lastName }).click()
}

test(
  'ends a lost dispute by keyboard, after which provider and shop agree',
  { tag: FULL },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const { customer, ask, ticket, session } = await givenPaidTicket(page)
    const dispute = (await stripe?.dispute(session)) ?? ''
    await stripe?.endDispute(dispute, 'lost')
    await enterAs(context, ADMIN)
    await openNeeded(page, customer, 'A lost dispute to end')
    const disputes = page.getByRole('region', { name: 'Disputes' })
    const end = disputes.getByRole('button', { name: 'End the dispute' })
    await end.press('Enter')
    await expect(disputes.getByLabel('Reason')).toBeFocused()
    await disputes.getByRole('button', { name: 'Keep' }).press('Enter')
    await expect(end).toBeFocused()
    await end.press('Enter')
    await expect(disputes.getByRole('checkbox')).toBeChecked()
    await expectNoViolations(page, 'the form that ends a dispute')
    expect(await scrollSideways(page)).toBe(0)
    await page.keyboard.type('The bank decided.')
    await page.keyboard.press('Enter')
    await expect(disputes).toContainText('Lost')
    await expect(disputes).toContainText(/Ended \d{4}/)
    await expect(disputes.getByRole('button')).toHaveCount(0)
    expect((await ask('GET', 'users/tickets')).elements.map(({ id }: { id: number }) => id)).not.toContain(ticket.id)

    await page.goto(shopUrl('admin/payments'))
    await page.getByRole('link', { name: 'Reconciliation' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const sums = page
      .getByRole('table', { name: 'By day' })
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
    await expect(page.getByRole('main')).toContainText('Provider and shop agree.')
    await expect(sums.nth(5)).toHaveText('0.00 €')
    await expectNoViolations(page, 'the reconciliation')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download movements (CSV)' }).press('Enter'),
    ])
    expect(file.suggestedFilename()).toMatch(/^movements-.*\.csv$/)
  },
)

test('shows a failed refund to an administrator, who sends it again', { tag: FULL }, async ({ page, context }) => {
  const { customer, ask, ticket, session } = await givenPaidTicket(page)
  await stripe?.set({ newRefunds: 'pending' })
  await ask('PUT', `tickets/${ticket.id}/cancelation`)
  const refunds = async () => (await stripe?.ledger())?.find((payment) => payment.session === session)?.refunds
  await expect.poll(refunds).toMatchObject([{ status: 'pending' }])
  await stripe?.set({ newRefunds: 'succeeded' })
  await stripe?.endRefund((await refunds())?.[0]?.ref ?? '', 'failed')

  await enterAs(context, ADMIN)
  await openNeeded(page, customer, 'A refund failed')
  const shown = page.getByRole('region', { name: 'Refunds' })
  await expect(shown).toContainText('Failed · Refunded tickets')
  await shown.getByRole('button', { name: 'Send again' }).click()
  await page.getByLabel('Reason').fill('The bank had lost it.')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(async () => {
    await page.reload()
    await expect(shown).toContainText('Paid back', { timeout: 1_000 })
  }).toPass()
  expect(await refunds()).toMatchObject([{ status: 'failed' }, { status: 'succeeded' }])
})
