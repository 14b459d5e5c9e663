import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { givenInvoice, givenPaged, givenTicket } from '#client/testing/sample-data.ts'
import { unbroken } from '#client/names/ticket-name.ts'
import { type Asked, closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const NAME = 'Tosca – Premiere, Wed 2099/07/01 19:30, Stalls, row C, seat 14'
const bought = { ...givenTicket, ticketState: 'BOUGHT', reservedUntil: null }
const past = { ...bought, eventShow: { ...bought.eventShow, startTime: '2020-07-01T17:30:00.000Z' } }

test('cancels a reservation after a confirmation that names it', async () => {
  let tickets = givenPaged(givenTicket, 1)
  const cancel = () => void (tickets = givenPaged(givenTicket, 0))
  const answers = { 'GET /users/tickets': () => tickets, 'DELETE /tickets/1': cancel }
  const { press, lastAsked } = await openShop('/user-tickets', { role: 'USER', answers })
  await screen.findByText('1 result')
  press(`Cancel: ${NAME}`)
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('Are you sure you want to cancel this reservation?')
  expect(question.textContent).toContain(unbroken(NAME))
  within(question).getByRole('button', { name: 'Cancel Reservation' }).click()
  expect(await screen.findByText('Your ticket reservation was successfully cancelled.')).toBeTruthy()
  expect(lastAsked('DELETE /tickets/1')).toBeDefined()
  expect(await screen.findByText('No Reserved Tickets linked to this account')).toBeTruthy()
})

test('leads to the payment of a ticket that is being paid, instead of cancelling it', async () => {
  const ticket = { ...givenTicket, paymentId: 6 }
  const answers = { 'GET /users/tickets': givenPaged(ticket, 1) }
  await openShop('/user-tickets', { role: 'USER', answers })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: `To Payment: ${NAME}` })
  expect(link.pathname).toBe('/payment/6')
  expect(screen.getByText(/^Held for your payment until/).textContent).toMatch(
    /^Held for your payment until 2099\/07\/01 \d\d:00/,
  )
  expect(screen.queryByRole('button', { name: `Cancel: ${NAME}` })).toBeNull()
})

test('moves the focus to the heading after a cancellation', async () => {
  let tickets = givenPaged(givenTicket, 2)
  const cancel = () => void (tickets = { total: 1, elements: tickets.elements.slice(1) })
  await openShop('/user-tickets', {
    role: 'USER',
    answers: { 'GET /users/tickets': () => tickets, 'DELETE /tickets/1': cancel },
  })
  const [first] = await screen.findAllByRole('button', { name: `Cancel: ${NAME}` })
  first?.focus()
  await userEvent.keyboard('{Enter}')
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Cancel Reservation' })
    .click()
  await screen.findByText('1 result')
  await soon(() => expect(document.activeElement?.textContent).toBe('Your Tickets'))
})

test('refunds a ticket after a confirmation that names it and opens the invoice', async () => {
  const answers = {
    'GET /users/tickets': givenPaged(bought, 1),
    'PUT /tickets/1/cancelation': { id: 8 },
    'GET /invoices/8': { ...givenInvoice, invoiceType: 'CANCEL' },
  }
  const shop = await openShop('/user-tickets?state=BOUGHT', { role: 'USER', answers })
  await screen.findByText('1 result')
  shop.press(`Cancel: ${NAME}`)
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('Are you sure you want to refund this ticket?')
  expect(question.textContent).toContain(unbroken(NAME))
  const answersOf = within(question)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(answersOf.filter(Boolean)).toEqual(['Cancel', 'Refund'])
  within(question).getByRole('button', { name: 'Refund' }).click()
  await soon(() => expect(shop.address()).toBe('/invoice/8'))
})

test.each([
  [
    'a provider',
    { paidBy: 'Visa ending 4242' },
    'You get a refund of 45.00 €. The money goes back the way you paid: Visa',
  ],
  ['a simulated payment', { paidBy: null }, 'You get a refund of 45.00 €.Demo shop: the refund is simulated'],
  ['the desk', { paymentType: 'CASH', paidBy: null }, 'You get 45.00 € back at the box office, where you paid (Cash).'],
  ['a payment of which nothing is left', { amount: 0, paidBy: 'Visa' }, 'No money goes back, because none of your'],
])('tells before the refund what goes back of %s', async (_, paid, sentence) => {
  const refund = { amount: 4_500, points: 45, paymentType: 'VISA', ...paid }
  const shop = await openShop('/user-tickets?state=BOUGHT', {
    role: 'USER',
    answers: { 'GET /users/tickets': givenPaged({ ...bought, refund }, 1) },
  })
  await screen.findByText('1 result')
  shop.press(`Cancel: ${NAME}`)
  const question = (await screen.findByRole('dialog')).textContent?.replaceAll('\u00a0', ' ')
  expect(question).toContain(sentence)
  expect(question).toContain('The 45 points of this ticket will not be awarded.')
  expect(question).toContain('“Cancel” keeps the ticket.')
})

test('tells before the refund of a free ticket that no money goes back', async () => {
  const free = { ...bought, price: 0, refund: { amount: 0, points: 0, paymentType: 'VISA', paidBy: null } }
  const answers = { 'GET /users/tickets': givenPaged(free, 1) }
  const shop = await openShop('/user-tickets?state=BOUGHT', { role: 'USER', answers })
  await screen.findByText('1 result')
  shop.press(`Cancel: ${NAME}`)
  const question = (await screen.findByRole('dialog')).textContent
  expect(question).toContain('The ticket cost nothing, so no money goes back.')
  expect(question).not.toMatch(/€|point/)
})

test('disables the refund of a past show with the reason', async () => {
  const answers = { 'GET /users/tickets': givenPaged(past, 1) }
  const { lastAsked } = await openShop('/user-tickets?state=BOUGHT', { role: 'USER', answers })
  const button = await screen.findByRole('button', { name: 'Cancel: The show for this ticket already occurred!' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.hover(button)
  const tooltip = await screen.findByRole('tooltip')
  expect(tooltip.textContent).toBe('The show for this ticket already occurred!')
  button.click()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(lastAsked('PUT')).toBeUndefined()
})

test('offers the refund of a past show that had changed, until the time it names', async () => {
  const offered = { ...past, refundableUntil: '2099-07-08T17:30:00.000Z' }
  const answers = { 'GET /users/tickets': givenPaged(offered, 1) }
  await openShop('/user-tickets?state=BOUGHT', { role: 'USER', answers })
  const ticket = within(await screen.findByRole('article'))
  expect(ticket.getByRole('button', { name: /^Cancel: Tosca/ }).getAttribute('aria-disabled')).not.toBe('true')
  expect(ticket.getByText(/You can return the ticket until/).textContent).toContain('2099/07/08 19:30')
})

test('names the address that a ticket is offered to, until its show starts', async () => {
  const elements = [
    { ...bought, offeredTo: 'bea@foyer.example' },
    { ...past, id: 8, offeredTo: 'carl@foyer.example' },
  ]
  await openShop('/user-tickets?state=BOUGHT', {
    role: 'USER',
    answers: { 'GET /users/tickets': { total: 2, elements } },
  })
  expect(await screen.findByText('Offered to bea@foyer.example')).toBeTruthy()
  expect(screen.queryByText(/carl/)).toBeNull()
})

test('shows Reserved and Bought as lists with own addresses', async () => {
  const shop = await openShop('/user-tickets', { role: 'USER' })
  await soon(() => expect(shop.lastAsked('GET /users/tickets')?.query.get('state')).toBe('RESERVED'))
  fireEvent.click(screen.getByRole('tab', { name: 'Bought' }))
  await soon(() => expect(shop.lastAsked('GET /users/tickets')?.query.get('state')).toBe('BOUGHT'))
  expect(shop.address()).toBe('/user-tickets?state=BOUGHT')
})

test.each([
  ['reserved', givenTicket, 'Reserved'],
  ['bought', bought, 'Bought'],
])('opens with the %s tickets if the next show is among them', async (_, next, tab) => {
  const answer = ({ query }: Asked) =>
    [null, next.ticketState].includes(query.get('state')) ? givenPaged(next, 1) : givenPaged(next, 0)
  const { address } = await openShop('/user-tickets', { role: 'USER', answers: { 'GET /users/tickets': answer } })
  await screen.findByText('1 result')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tab)
  expect(address()).toBe('/user-tickets')
})

test('opens with the bought tickets after a purchase', async () => {
  let next: typeof givenTicket | typeof bought = givenTicket
  const answer = ({ query }: Asked) => givenPaged(next, [null, next.ticketState].includes(query.get('state')) ? 1 : 0)
  for (const [state, tab] of [
    [givenTicket, 'Reserved'],
    [bought, 'Bought'],
  ] as const) {
    next = state
    await openShop('/user-tickets', { role: 'USER', answers: { 'GET /users/tickets': answer } })
    await soon(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tab))
    cleanup()
  }
})

test('stays on the list it opened with after its last ticket is cancelled', async () => {
  let isCancelled = false
  const answer = ({ query }: Asked) => {
    const held = isCancelled ? bought : givenTicket
    return givenPaged(held, [null, held.ticketState].includes(query.get('state')) ? 1 : 0)
  }
  const answers = { 'GET /users/tickets': answer, 'DELETE /tickets/1': () => void (isCancelled = true) }
  const { press } = await openShop('/user-tickets', { role: 'USER', answers })
  await screen.findByText('1 result')
  press(`Cancel: ${NAME}`)
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Cancel Reservation' })
    .click()
  expect(await screen.findByText('No Reserved Tickets linked to this account')).toBeTruthy()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Reserved')
})

test('queries other tickets 100 ms after the last change of the tab', async () => {
  const shop = await openShop('/user-tickets', { role: 'USER' })
  const asked = () =>
    shop.asked.filter(({ line, query }) => line.startsWith('GET /users/tickets') && query.has('state'))
  await soon(() => expect(asked()).toHaveLength(1))
  vi.useFakeTimers()
  const choose = async (name: string, wait: number) => {
    fireEvent.click(screen.getByRole('tab', { name }))
    await act(() => vi.advanceTimersByTimeAsync(wait))
  }
  await choose('Bought', 99)
  await choose('Reserved', 99)
  await choose('Bought', 99)
  expect(asked()).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(asked().map(({ query }) => query.get('state'))).toEqual(['RESERVED', 'BOUGHT'])
  vi.useRealTimers()
})

test('lists tickets of past shows below a heading', async () => {
  const elements = [bought, { ...past, id: 6 }, { ...past, id: 7 }]
  await openShop('/user-tickets?state=BOUGHT', {
    role: 'USER',
    answers: { 'GET /users/tickets': { total: 3, elements } },
  })
  const list = await screen.findByRole('list', { name: 'Bought tickets' })
  const parts = within(list).getAllByRole('listitem')
  expect(parts.map((part) => within(part).queryByRole('heading')?.textContent)).toEqual([
    undefined,
    'Past shows',
    undefined,
    undefined,
  ])
})

test('names cancelled shows, with the refund or what becomes of a reservation', async () => {
  const { eventShow } = givenTicket
  const cancelled = { ...eventShow, reason: 'The tenor is ill', wasBought: true, refunds: [] }
  const elements = [
    { ...cancelled, refunds: [{ id: 9, invoiceNumber: '2099-000009', total: 4_550 }] },
    { ...cancelled, id: 2 },
    { ...cancelled, id: 3, wasBought: false },
  ]
  const answers = { 'GET /users/cancelled-shows': { total: 3, elements } }
  await openShop('/user-tickets?state=BOUGHT', { role: 'USER', answers })
  const section = await screen.findByRole('region', { name: 'Cancelled shows' })
  const [refunded, waiting, reserved] = within(section).getAllByRole('note')
  expect(refunded?.textContent).toContain('Cancelled: Tosca – Premiere, Wed 2099/07/01 19:30The tenor is ill')
  const link = within(refunded ?? section).getByRole('link', { name: '45.50 € refunded, invoice 2099-000009' })
  expect(link.getAttribute('href')).toBe('/invoice/9')
  const linesOf = (notice: HTMLElement | undefined) =>
    [...(notice?.querySelectorAll('p') ?? [])].slice(1).map(({ textContent }) => textContent)
  expect(linesOf(waiting)).toEqual(['The tenor is ill', 'Your tickets will be refunded within minutes.'])
  expect(linesOf(reserved)).toEqual(['The tenor is ill', 'Your reservation has ended. You paid nothing for it.'])
})

test('marks tickets that were given away or received, neither of which can be returned', async () => {
  const elements = [
    { ...bought, givenTo: 'Bea Novák' },
    { ...bought, id: 2, receivedFrom: 'Ada', price: null },
  ]
  const answers = { 'GET /users/tickets': { total: 2, elements } }
  await openShop('/user-tickets?state=BOUGHT', { role: 'USER', answers })
  const list = await screen.findByRole('list', { name: 'Bought tickets' })
  const [given, received] = within(list).getAllByRole('article')
  expect(given?.textContent).toContain('Given to Bea Novák. To return it, ask for it back first.')
  expect(received?.textContent).toContain('Received from Ada')
  expect(received?.textContent).not.toContain('€')
  expect(within(list).queryAllByRole('button', { name: /^Cancel/ })).toEqual([])
  expect(within(list).getAllByRole('link', { name: /^Show Ticket/ })).toHaveLength(1)
})
