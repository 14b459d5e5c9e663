import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '#domain/problem.ts'
import { keepValues, valuesKeptAt } from '#client/forms/kept-values.ts'
import { currentSession } from '#client/session.ts'
import { givenCustomer } from '#client/testing/given-customer.ts'
import { givenShopZone } from '#client/testing/given-shop-zone.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { givenInvoice, givenPayment } from '#client/testing/sample-data.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

const CLOCK = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] as const

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: [...CLOCK] }))
afterEach(() => {
  closeShop()
  vi.useRealTimers()
})

const taken = { ...givenPayment, state: 'TAKEN', redirectUrl: null, invoiceId: 8 }
const closed = { ...givenPayment, state: 'CLOSED', redirectUrl: null }
const processing = { ...givenPayment, state: 'PROCESSING', redirectUrl: null }
const WAITING = 'We are waiting for your bank to answer. This usually takes a few seconds.'

/** Opens the page of payment 6, whose looks are answered in turn; the last answer repeats. */
async function openPayment(looks: readonly unknown[], answers: Record<string, unknown> = {}) {
  let count = 0
  givenCustomer()
  const shop = await openShop('/payment/6', {
    answers: {
      'POST /payments/6/look': () => looks[Math.min(count++, looks.length - 1)],
      'GET /invoices/8': givenInvoice,
      ...answers,
    },
  })
  return { ...shop, looks: () => count }
}

test('waits for the bank with growing pauses, then shows the invoice with the toast of a purchase', async () => {
  const { address, looks } = await openPayment([processing, processing, processing, processing, taken])
  keepValues('/checkout', currentSession().token ?? '', { address: 'Ring 2' })
  expect((await screen.findByRole('status')).textContent).toBe(WAITING)
  await soon(() => expect(looks()).toBe(1))
  for (const [after, count] of [
    [1_000, 2],
    [1_000, 3],
    [2_000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(after + 50)
    expect(looks()).toBe(count)
  }
  await vi.advanceTimersByTimeAsync(3_050)
  await soon(() => expect(address()).toBe('/invoice/8'))
  expect(await screen.findAllByText('Your purchase was successful!')).toHaveLength(1)
  expect(valuesKeptAt('/checkout')).toBeUndefined()
})

test('says after two minutes that the bank has not answered, and asks again on request', async () => {
  const { looks, press } = await openPayment([processing])
  await screen.findByText(WAITING)
  await vi.advanceTimersByTimeAsync(150_000)
  expect(screen.getByRole('status').textContent).toBe(
    'Your bank has not answered yet. You can close this page: we will write to you when your order is paid.',
  )
  const before = looks()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks()).toBe(before)
  press('Check again')
  await soon(() => expect(looks()).toBe(before + 1))
})

test('tells a customer who came back without paying, who continues or cancels', async () => {
  givenShopZone('Asia/Tokyo')
  const { address, press } = await openPayment([givenPayment], { 'DELETE /payments/6': closed })
  expect(await screen.findByText('You have not paid yet.')).toBeTruthy()
  expect(screen.getByText('Your order of 45.00 €')).toBeTruthy()
  expect(screen.getByText(/^Your order is held for you until 2099\/06\/02 03:15 \(Tokyo\)\./)).toBeTruthy()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Continue the payment' })
  expect(link.href).toBe('https://pay.example/6')
  press('Cancel the payment')
  await soon(() => expect(address()).toBe('/checkout'))
  expect(await screen.findAllByText('The payment was not completed, and nothing was charged.')).toHaveLength(1)
})

test('goes on to the invoice when the money was taken before the customer cancelled', async () => {
  const { address, press } = await openPayment([givenPayment], { 'DELETE /payments/6': taken })
  await screen.findByText('You have not paid yet.')
  press('Cancel the payment')
  await soon(() => expect(address()).toBe('/invoice/8'))
})

test('keeps the input of the checkout when the payment was closed', async () => {
  givenCustomer()
  keepValues('/checkout', currentSession().token ?? '', { firstName: 'Ada', address: 'Ring 2' })
  const line = { id: 4, quantity: 1, price: 1650, points: 165, usePoints: false }
  const merchandiseProduct = { id: 3, name: 'Mug', stock: 9, itemsPerCustomer: 3, imageName: null }
  const cart = { tickets: [], merchandisePurchases: [{ ...line, merchandiseProduct }] }
  const { address } = await openPayment([closed], { 'GET /carts': cart })
  await soon(() => expect(address()).toBe('/checkout'))
  expect(await screen.findByLabelText(/^Address/)).toHaveProperty('value', 'Ring 2')
})

test('waits while the provider is silent, and does not call the payment open', async () => {
  const { address } = await openPayment([refusalOf(problem('payment_unavailable', { retryAfterSeconds: 5 })), taken], {
    'GET /payments/6': givenPayment,
  })
  expect(await screen.findByRole('link', { name: 'Continue the payment' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe(WAITING)
  await vi.advanceTimersByTimeAsync(1_050)
  await soon(() => expect(address()).toBe('/invoice/8'))
})

test('calls no released payment unpaid while the provider is silent', async () => {
  const silent = refusalOf(problem('payment_unavailable', { retryAfterSeconds: 5 }))
  const { address, looks } = await openPayment([silent, silent, { ...taken, invoiceId: null }], {
    'GET /payments/6': closed,
  })
  await soon(() => expect(looks()).toBe(1))
  expect((await screen.findByRole('status')).textContent).toBe(WAITING)
  expect(screen.queryByText(/nothing was charged/)).toBeNull()
  await vi.advanceTimersByTimeAsync(2_100)
  expect(await within(screen.getByRole('main')).findByText(/all of it goes back to you/)).toBeTruthy()
  expect(address()).toBe('/payment/6')
})

test('says that money goes back that came too late', async () => {
  const { address } = await openPayment([{ ...taken, invoiceId: null }])
  const main = within(screen.getByRole('main'))
  expect(await main.findByText(/all of it goes back to you the way you paid\. This usually takes/)).toBeTruthy()
  expect(address()).toBe('/payment/6')
})

test('knows no payment of others', async () => {
  await openPayment([refusalOf(problem('not_found', { what: 'payment' }))])
  expect(await screen.findByText("This payment doesn't exist.")).toBeTruthy()
  expect(screen.getByRole('main').querySelector('a')?.pathname).toBe('/checkout')
})

test('shows the number for the box office', async () => {
  const atDesk = { ...givenPayment, redirectUrl: null, instructions: { kind: 'DESK', number: 'D-6' } }
  await openPayment([atDesk])
  expect(await screen.findByText('Please pay at the box office.')).toBeTruthy()
  expect(screen.getByText('D-6')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Continue the payment' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Cancel the payment' })).toBeTruthy()
})

const account = { owner: 'Foyer GmbH', iban: 'AT483200000012345864', bic: null }
const byTransfer = {
  ...{ ...givenPayment, redirectUrl: null },
  instructions: { kind: 'TRANSFER', ...account, reference: 'RF7100000006' },
}

test('shows the bank details in groups, to copy and as a QR code', async () => {
  await openPayment([byTransfer])
  expect(await screen.findByText('Waiting for your transfer')).toBeTruthy()
  for (const text of ['Foyer GmbH', 'AT48 3200 0000 1234 5864', '45.00 €', 'RF71 0000 0006']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  const names = screen.getAllByRole('button', { name: /^Copy/ }).map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Copy: Recipient', 'Copy: IBAN', 'Copy: Amount', 'Copy: Payment reference'])
  expect(await screen.findByRole('img', { name: 'QR code of the transfer for banking apps' })).toBeTruthy()
})

test('still waits for a transfer after its deadline', async () => {
  await openPayment([{ ...byTransfer, payUntil: '2020-01-01T00:00:00.000Z' }])
  expect(await screen.findByText(/^The deadline has passed\. If your money is already on its way/)).toBeTruthy()
})
