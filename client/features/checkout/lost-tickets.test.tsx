import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { TicketId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { unbroken } from '#client/names/ticket-name.ts'
import { cart, openCheckout, TICKET } from '#client/testing/checkout-rig.tsx'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { givenTicket } from '#client/testing/sample-data.ts'
import { closeShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(() => {
  closeShop()
  sessionStorage.clear()
})

const OTHER_PLACE = 'Stalls, row C, seat 15'
const both = { ...cart, tickets: [givenTicket, { ...givenTicket, id: 6, seatNumber: 15 }] }

test('names a ticket that was cancelled elsewhere, in the list and above the button, and buys the rest', async () => {
  let cartNow = both
  const refused = refusalOf(problem('reservation_run_out', { ticketIds: [6 as TicketId] }))
  const shop = await openCheckout({ 'GET /carts': () => cartNow, 'POST /orders': () => refused.clone() })
  expect(screen.queryByRole('alert')).toBeNull()
  cartNow = cart
  shop.fill(/^Address/, 'Ring 2')
  fireEvent.click(screen.getByRole('radio', { name: 'Visa' }))
  shop.press(/^Buy Selected/)
  const main = within(screen.getByRole('main'))
  const notice = await main.findByRole('alert')
  expect(notice.textContent).toContain('This ticket is no longer reserved.')
  expect(within(notice).getByRole('listitem').textContent).toContain(unbroken(OTHER_PLACE))
  expect(main.getByText(`No longer reserved: ${OTHER_PLACE}.`)).toBeTruthy()
  expect(main.queryByText(/^A ticket is no longer reserved/)).toBeNull()
  shop.press(/^Buy Selected/)
  const ticketsOf = () =>
    shop.asked
      .filter(({ line }) => line === 'POST /orders')
      .map(({ body }) => (body as { ticketIds: unknown }).ticketIds)
  await soon(() => expect(ticketsOf()).toEqual([[5, 6], [5]]))
})

test('names a ticket that was cancelled elsewhere as soon as the page is looked at again', async () => {
  let cartNow: object = { ...both, merchandisePurchases: [] }
  await openCheckout({ 'GET /carts': () => cartNow })
  cartNow = { tickets: [], merchandisePurchases: [] }
  act(() => void globalThis.dispatchEvent(new Event('visibilitychange')))
  const notice = await screen.findByText(/^These tickets are no longer reserved/)
  expect(within(notice).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('Your cart is empty.')).toBeTruthy()
})

test('says nothing of a ticket that was removed here, or whose payment has ended', async () => {
  const paid = { ...givenTicket, id: 6, seatNumber: 15, paymentId: 6 }
  let cartNow = { ...cart, tickets: [givenTicket, paid] }
  const cancel = () => void (cartNow = { ...cart, tickets: [] })
  const { press } = await openCheckout({ 'GET /carts': () => cartNow, 'DELETE /tickets/5': cancel })
  press(`Remove ${TICKET}`)
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Cancel Reservation' })
    .click()
  await screen.findByText('Your ticket reservation was successfully cancelled.')
  await soon(() => expect(screen.queryByText(OTHER_PLACE)).toBeNull())
  expect(screen.queryByText(/no longer reserved/)).toBeNull()
})
