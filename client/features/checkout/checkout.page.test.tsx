import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { problem } from '#domain/problem.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { valuesKeptAt } from '#client/forms/kept-values.ts'
import { givenInvoice, givenLine, givenPayment, givenTicket } from '#client/testing/sample-data.ts'
import { cart, openCheckout, TICKET } from '#client/testing/checkout-rig.tsx'
import { unbroken } from '#client/names/ticket-name.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(() => {
  closeShop()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const ticks = () => screen.getAllByRole('checkbox')

test("buys the selected items for the displayed total, prefilled with the user's name", async () => {
  const sold = { 'POST /orders': { id: 8 }, 'GET /invoices/8': givenInvoice }
  const shop = await openCheckout(sold)
  expect(screen.getByLabelText(/^First name/)).toHaveProperty('value', 'Zofia')
  expect(screen.getByLabelText(/^Last name/)).toHaveProperty('value', 'Nowak')
  expect(screen.getAllByText(/78\.00.€/).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('checkbox', { name: `Buy ${TICKET}` }))
  expect(screen.queryAllByText(/78\.00.€/)).toEqual([])
  shop.fill(/^Address/, 'Ring 2')
  fireEvent.click(screen.getByRole('radio', { name: 'Paypal' }))
  shop.press(/^Buy Selected/)
  await soon(() => expect(shop.address()).toBe('/invoice/8'))
  expect(await screen.findByText('Your purchase was successful!')).toBeTruthy()
  expect(shop.lastAsked('POST /orders')?.body).toMatchObject({
    userPaymentInfoDto: { firstName: 'Zofia', lastName: 'Nowak', address: 'Ring 2' },
    paymentType: 'PAYPAL',
    ticketIds: [],
    merchandiseIds: [4, 6],
  })
})

test('refuses an empty selection with a message', async () => {
  const { press, lastAsked } = await openCheckout()
  for (const tick of ticks()) if ((tick as HTMLInputElement).checked) fireEvent.click(tick)
  press('Buy Selected')
  expect(await screen.findByText('Please select Tickets')).toBeTruthy()
  expect(lastAsked('POST')).toBeUndefined()
})

test('keeps the selection over a reload', async () => {
  const open = async () => {
    await openCheckout()
    return screen.getByRole('checkbox', { name: `Buy ${TICKET}` })
  }
  fireEvent.click(await open())
  dispatchEvent(new Event('pagehide'))
  closeShop()
  expect(await open()).toHaveProperty('checked', false)
  expect(ticks().map((tick) => (tick as HTMLInputElement).checked)).toEqual([false, true, true])
})

test('asks for a payment type only if the total in money is above 0', async () => {
  await openCheckout()
  expect(screen.getByRole('radiogroup', { name: 'Payment type' }).textContent).toBe('VisaDebit cartPaypal')
  const [ticket, forMoney] = ticks()
  for (const tick of [ticket, forMoney]) if (tick) fireEvent.click(tick)
  await soon(() => expect(screen.queryByRole('radiogroup', { name: 'Payment type' })).toBeNull())
})

test('reports missing points at the item and above the button, and buys nothing', async () => {
  const line = { ...givenLine, usePoints: true, points: 100 }
  const answers = { 'GET /carts': { tickets: [], merchandisePurchases: [line] } }
  const { fill, press, lastAsked } = await openCheckout(answers)
  const sentence = 'You need 200 points; you have 120.'
  const said = screen.getByText(sentence)
  expect(said.getAttribute('role')).toBe('alert')
  const [item] = screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('Mug'))
  expect(item?.textContent).toContain("You're 80 points short.")
  const button = screen.getByRole('button', { name: /^Buy Selected/ })
  expect(button.getAttribute('aria-describedby')).toBe(said.id)
  fill(/^Address/, 'Ring 2')
  press(/^Buy Selected/)
  await soon(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
  expect(lastAsked('POST')).toBeUndefined()
})

test('reports a refused order above the button', async () => {
  const { fill, press } = await openCheckout({
    'POST /orders': refusalOf(problem('out_of_stock', { product: 'Mug', left: 1 })),
  })
  fill(/^Address/, 'Ring 2')
  fireEvent.click(screen.getByRole('radio', { name: 'Visa' }))
  press(/^Buy Selected/)
  const { parentElement: bar } = screen.getByRole('button', { name: /^Buy Selected/ })
  await soon(() => expect(bar?.textContent).toContain('Only 1 of Mug left.'))
})

test('keeps the input while the user is refetched after a failure', async () => {
  const answer = Promise.withResolvers<Response>()
  let isAskedAgain = false
  const owner = () => (isAskedAgain ? answer.promise : new Response('The lights went out.', { status: 418 }))
  const { fill, asked } = await openCheckout({ 'GET /users/detail': owner })
  fill(/^First name/, 'Ada')
  const field = screen.getByLabelText(/^First name/)
  isAskedAgain = true
  const before = asked.length
  act(() => void queryClient.invalidateQueries({ queryKey: ['own-user'] }))
  await soon(() => expect(asked.length).toBeGreaterThan(before))
  expect(field).toHaveProperty('value', 'Ada')
  expect(field.isConnected).toBe(true)
})

test('cancels the reservation of a removed ticket and reloads the cart', async () => {
  const { press, lastAsked, asked } = await openCheckout({ 'DELETE /tickets/5': undefined })
  const before = asked.filter(({ line }) => line === 'GET /carts').length
  press(`Remove ${TICKET}`)
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain(unbroken(TICKET))
  within(question).getByRole('button', { name: 'Cancel Reservation' }).click()
  await soon(() => expect(lastAsked('DELETE /tickets/5')).toBeDefined())
  await soon(() => expect(asked.filter(({ line }) => line === 'GET /carts').length).toBeGreaterThan(before))
})

test('removes merchandise from the cart', async () => {
  const { lastAsked } = await openCheckout({ 'DELETE /merchandise/purchases/4': undefined })
  const [remove] = screen.getAllByRole('button', { name: 'Remove Mug' })
  remove?.click()
  await soon(() => expect(lastAsked('DELETE /merchandise/purchases/4')).toBeDefined())
})

const byProvider = {
  'GET /payments/methods': {
    total: 1,
    elements: [
      {
        method: 'stripe',
        paymentTypes: ['VISA', 'DEBITCARD'],
        isSimulated: false,
        isTest: true,
        offeredUntilMinutes: null,
      },
    ],
  },
}
const cartBeingPaid = {
  tickets: [{ ...givenTicket, paymentId: 6 }],
  merchandisePurchases: [givenLine],
  payments: [{ ...givenPayment, ticketIds: [givenTicket.id], merchandiseIds: [givenLine.id] }],
}

async function buyByProvider(answers: Record<string, unknown>) {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const shop = await openCheckout({ ...byProvider, ...answers })
  shop.fill(/^Address/, 'Ring 2')
  fireEvent.click(screen.getByRole('radio', { name: 'Visa' }))
  shop.press(/^Buy Selected/)
  return { ...shop, assign, sent: () => shop.asked.filter(({ line }) => line === 'POST /payments') }
}

test('leaves for the page of the provider, once for a double click', async () => {
  const { assign, sent, press, lastAsked } = await buyByProvider({ 'POST /payments': givenPayment })
  press(/^Buy Selected/)
  expect(screen.getByRole('radiogroup', { name: 'Payment type' }).textContent).toBe('VisaDebit cart')
  expect(screen.queryByText(/simulated/)).toBeNull()
  expect(screen.getByText(/You pay on the page of our payment provider.*Test payments/)).toBeTruthy()
  await soon(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/6'))
  expect(sent().map(({ body }) => body)).toMatchObject([
    { method: 'stripe', paymentType: 'VISA', ticketIds: [5], merchandiseIds: [4, 6], expectedTotal: 7_800 },
  ])
  expect(lastAsked('POST /orders')).toBeUndefined()
})

test('offers each payment type once where several providers have it, at the first of them', async () => {
  const [stripe] = byProvider['GET /payments/methods'].elements
  const mollie = { ...stripe, method: 'mollie', paymentTypes: ['VISA', 'PAYPAL'] }
  const { sent } = await buyByProvider({
    'GET /payments/methods': { total: 2, elements: [mollie, stripe] },
    'POST /payments': givenPayment,
  })
  expect(screen.getByRole('radiogroup', { name: 'Payment type' }).textContent).toBe('VisaDebit cartPaypal')
  await soon(() => expect(sent().map(({ body }) => body)).toMatchObject([{ method: 'mollie', paymentType: 'VISA' }]))
})

test('waits on the page of a payment that the bank works on', async () => {
  const processing = { ...givenPayment, state: 'PROCESSING', redirectUrl: null }
  const { address } = await buyByProvider({ 'POST /payments': processing, 'POST /payments/6/look': processing })
  await soon(() => expect(address()).toBe('/payment/6'))
})

test('orders at once what costs no money, in a shop with a provider, too', async () => {
  const line = { ...givenLine, quantity: 1, usePoints: true, points: 50 }
  const free = { 'GET /carts': { tickets: [], merchandisePurchases: [line] } }
  const shop = await openCheckout({
    ...byProvider,
    ...free,
    'POST /orders': { id: 8 },
    'GET /invoices/8': givenInvoice,
  })
  shop.fill(/^Address/, 'Ring 2')
  shop.press(/^Buy Selected/)
  await soon(() => expect(shop.address()).toBe('/invoice/8'))
  expect(shop.lastAsked('POST /payments')).toBeUndefined()
})

test.each([
  [
    refusalOf(problem('payment_unavailable', { retryAfterSeconds: 5 })),
    /Your order stays reserved\. Please try again\./,
  ],
  [refusalOf(problem('payment_refused')), /refused this payment\. Please choose another way to pay\./],
  [refusalOf(problem('payment_under_way')), /Please finish or cancel it first\./],
  [new Response('', { status: 502 }), /didn't answer in time\. Nothing was charged: please try again\./],
])('keeps the input when no payment starts, and tries again', async (answer, sentence) => {
  let isAnswering = false
  const { assign, sent, press } = await buyByProvider({
    'POST /payments': () => (isAnswering ? givenPayment : answer),
  })
  const { parentElement: bar } = screen.getByRole('button', { name: /^Buy Selected/ })
  await soon(() => expect(bar?.textContent).toMatch(sentence))
  expect(screen.getByLabelText(/^Address/)).toHaveProperty('value', 'Ring 2')
  isAnswering = true
  press(/^Buy Selected/)
  await soon(() => expect(assign).toHaveBeenCalledWith('https://pay.example/6'))
  expect(sent()[1]?.body).toEqual(sent()[0]?.body)
})

test('keeps the input on the way to a payment and back', async () => {
  const processing = { ...givenPayment, state: 'PROCESSING', redirectUrl: null }
  const shop = await openCheckout({
    ...byProvider,
    'GET /carts': { ...cart, payments: [{ ...processing, ticketIds: [givenTicket.id], merchandiseIds: [] }] },
    'POST /payments/6/look': processing,
  })
  shop.fill(/^Address/, 'Ring 2')
  fireEvent.click(screen.getByRole('radio', { name: 'Debit cart' }))
  fireEvent.click(screen.getByRole('link', { name: 'Go to the payment' }))
  await soon(() => expect(shop.address()).toBe('/payment/6'))
  await screen.findByRole('heading', { level: 1, name: 'Your payment' })
  fireEvent.click(screen.getByRole('link', { name: /^Cart/ }))
  await screen.findByText('Payment info')
  expect(screen.getByLabelText(/^Address/)).toHaveProperty('value', 'Ring 2')
  expect(screen.getByRole('radio', { name: 'Debit cart' })).toHaveProperty('checked', true)
})

test('forgets the input once the order is placed', async () => {
  const shop = await openCheckout({ 'POST /orders': { id: 8 }, 'GET /invoices/8': givenInvoice })
  shop.fill(/^Address/, 'Ring 2')
  fireEvent.click(screen.getByRole('radio', { name: 'Visa' }))
  shop.press(/^Buy Selected/)
  await soon(() => expect(shop.address()).toBe('/invoice/8'))
  await screen.findByText('Your purchase was successful!')
  await soon(() => expect(screen.queryByText('Payment info')).toBeNull())
  expect(valuesKeptAt('/checkout')).toBeUndefined()
})

test('tells which items are being paid, to continue or cancel, and removes none of them', async () => {
  let cartNow: object = cartBeingPaid
  const cancel = () => {
    cartNow = cart
    return { ...givenPayment, state: 'CLOSED', redirectUrl: null }
  }
  const { press } = await openCheckout({ ...byProvider, 'GET /carts': () => cartNow, 'DELETE /payments/6': cancel })
  expect(screen.getByText('Your payment of 45.00 € is under way.')).toBeTruthy()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Continue the payment' })
  expect(link.href).toBe('https://pay.example/6')
  expect(screen.getAllByText(/^Held for your payment until/)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  press('Cancel the payment')
  expect(await screen.findByText('The payment was not completed, and nothing was charged.')).toBeTruthy()
  await soon(() => expect(screen.queryByText('Your payment of 45.00 € is under way.')).toBeNull())
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(3)
})
