import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

/** A published test vector: only its form counts here. */
const SCANNED =
  'F1V50000V50000V50V50000V50LI921I$RK%E5J:T JG E7.3AF9JPDESUI.HHT%PTOPL*MQDTD4RAOC+2MFBJMUR9%7E$HJH9+9CJT2S38K91215 :N8ABH.5'

afterEach(closeShop)

const listed = {
  id: 4,
  createdAt: '2026-11-20T18:00:00.000Z',
  total: 9_100,
  paymentType: 'CASH',
  invoiceId: 9,
  invoiceNumber: '2026-000009',
  firstName: 'Max',
  lastName: 'Walk-in',
  email: '',
  lines: 2,
}
const ticket = {
  id: 31,
  placeId: 5,
  place: 'Stalls, row A, seat 5',
  state: 'BOUGHT',
  price: 4_550,
  showId: 3,
  showName: 'Tosca',
  startTime: '2099-05-01T17:30:00.000Z',
  timeZone: 'Europe/Vienna',
  isMovable: true,
  refundInvoiceId: null,
  refundInvoiceNumber: null,
}
const invoice = {
  id: 9,
  invoiceNumber: '2026-000009',
  invoiceType: 'NORMAL',
  invoiceDate: '2026-11-20T18:00:00.000Z',
  deliveryDate: '2099-05-01T17:30:00.000Z',
  paymentType: 'CASH',
  customer: { name: 'Max', lastName: 'Walk-in', address: '' },
  seller: { name: 'Foyer', address: 'Ring 1', vatId: '', email: 'shop@foyer.example', timeZone: 'Europe/Vienna' },
  cancelsInvoiceNumber: null,
  total: 9_100,
  items: [{ name: 'Tosca, row A, seat 5', quantity: 1, price: 4_550, VAT: 13, usePoints: false, points: 0 }],
}
const show = {
  id: 3,
  name: 'Evening',
  eventTitle: 'Tosca',
  locationName: 'Old House',
  startTime: '2099-05-01T17:30:00.000Z',
  timeZone: 'Europe/Vienna',
  isCancelled: false,
  isDeletable: false,
}
const place = { sectorName: 'Stalls', rowName: 'A', seatNumber: 5, price: 4_550, isHeld: false }

test('finds orders, with search and order in the address', async () => {
  const { fill, address, lastAsked } = await openShop('/admin/orders?showId=3', {
    role: 'STAFF',
    answers: { 'GET /admin/orders': { total: 1, elements: [listed] } },
  })
  const row = within(await screen.findByRole('article'))
  expect(row.getByRole('link', { name: 'Max Walk-in' }).getAttribute('href')).toBe('/admin/orders/4')
  expect(row.getByText('2 items · 91.00 € · Cash')).toBeTruthy()
  fill('Search by number, name, email or seat', 'row A')
  await soon(() => expect(lastAsked('GET /admin/orders')?.query.get('text')).toBe('row A'))
  fill('Sort', 'total')
  await soon(() => expect(address()).toBe('/admin/orders?text=row+A&showId=3&sort=total'))
})

test('refunds a ticket of an order with a reason, and leads to its move', async () => {
  const { press, fill, lastAsked } = await openShop('/admin/orders/4', {
    role: 'STAFF',
    answers: {
      'GET /admin/orders/4': { ...listed, invoice, tickets: [ticket] },
      'PUT /admin/tickets/31/refund': { id: 10 },
    },
  })
  const move = await screen.findByRole('link', { name: 'Move Stalls, row A, seat 5' })
  expect(move.getAttribute('href')).toBe('/admin/shows/3/box-office?move=31&order=4')
  expect(screen.queryByRole('button', { name: 'Send the mail again' })).toBeNull()
  const refund = screen.getByRole('button', { name: 'Refund Stalls, row A, seat 5' })
  refund.focus()
  press('Refund Stalls, row A, seat 5')
  await soon(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Reason/)))
  screen.getByRole('button', { name: 'Keep' }).focus()
  press('Keep')
  await soon(() => expect(document.activeElement).toBe(refund))
  press('Refund Stalls, row A, seat 5')
  press('Refund')
  expect(await screen.findByText('Value is required')).toBeTruthy()
  fill(/^Reason/, 'Ill')
  press('Refund')
  await soon(() => expect(lastAsked('PUT /admin/tickets/31/refund')?.body).toEqual({ reason: 'Ill' }))
  expect(await screen.findByText('Ticket refunded')).toBeTruthy()
})

test('says how the price of a ticket goes back, and how much of it', async () => {
  const openRefund = async (paidBy: string | null, goesBack: number) => {
    const order = { ...listed, paidBy, invoice, tickets: [{ ...ticket, goesBack }] }
    const { press } = await openShop('/admin/orders/4', { role: 'STAFF', answers: { 'GET /admin/orders/4': order } })
    await screen.findByRole('button', { name: 'Refund Stalls, row A, seat 5' })
    press('Refund Stalls, row A, seat 5')
  }
  await openRefund('Visa ending 4242', 4_550)
  expect(
    await screen.findByText(/^The price goes back the way it was paid \(Visa ending 4242\): give nothing/),
  ).toBeTruthy()
  closeShop()
  await openRefund('Visa ending 4242', 1_000)
  expect(
    await screen.findByText(/^Of the 45.50 €, 10.00 € goes back the way it was paid .*, because no more/),
  ).toBeTruthy()
})

test('prints the tickets of a guest', async () => {
  const { press, lastAsked } = await openShop('/admin/orders/4', {
    role: 'STAFF',
    answers: {
      'GET /admin/orders/4': { ...listed, invoice, tickets: [ticket] },
      'GET /admin/orders/4/printable-tickets': {
        shop: { name: '', address: '', termsUrl: '' },
        total: 0,
        elements: [],
        live: 1,
      },
    },
  })
  await screen.findByRole('button', { name: 'Print the tickets' })
  press('Print the tickets')
  const text = '1 ticket has a live code, so there is no file of it. Admit the guest by name, from the door list.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(lastAsked('GET /admin/orders/4/printable-tickets')).toBeTruthy()
})

test('searches the door list by name, seat and code, and takes the money for a reservation', async () => {
  let check = { verdict: 'VALID', ticketId: 1 }
  const common = {
    email: '',
    invoiceNumber: null,
    orderId: null,
    reservedUntil: null,
    doorCode: null,
    admittedAt: null,
  }
  const entries = [
    {
      ...place,
      ...common,
      id: 1,
      state: 'BOUGHT',
      name: 'Max Walk-in',
      invoiceNumber: '2026-000009',
      orderId: 4,
      doorCode: 'K7QJ2MZD',
      admittedAt: '2099-05-01T17:12:00.000Z',
    },
    { ...place, ...common, id: 2, seatNumber: 6, state: 'RESERVED', name: 'Ada Guest', email: 'ada@foyer.example' },
    { ...place, ...common, id: 3, seatNumber: 7, state: 'RESERVED', name: 'Press', isHeld: true },
  ]
  let isPaid = false
  const paid = entries.map((entry) => (entry.id === 2 ? { ...entry, state: 'BOUGHT' } : entry))
  const { press, fill, lastAsked } = await openShop('/admin/shows/3/door-list', {
    role: 'STAFF',
    answers: {
      'GET /admin/shows/3/door-list': () => ({ show, entries: isPaid ? paid : entries }),
      'POST /admin/reservations/payments': () => {
        isPaid = true
        return { id: 9, orderId: 4 }
      },
      'POST /admin/shows/3/ticket-checks': () => check,
      'POST /admin/shows/3/admissions': () => ({ verdict: 'REFUSED', reason: 'ALREADY_IN' }),
    },
  })
  expect(await screen.findByText('1 bought · 2 reserved or held')).toBeTruthy()
  expect(screen.getAllByRole('row')).toHaveLength(4)
  expect(screen.getByText(/^Bought · in since 2099\/05\/01 \d\d:12$/)).toBeTruthy()
  fill('Search by name, seat, number or code', 'k7qj 2mzd')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  fill('Search by name, seat, number or code', SCANNED)
  expect(await screen.findByText('✓ Valid ticket')).toBeTruthy()
  expect(screen.getByRole('row', { name: /seat 5/ })).toBeTruthy()
  expect(lastAsked('POST /admin/shows/3/ticket-checks')?.body).toEqual({ code: SCANNED })
  fill('Search by name, seat, number or code', '')
  check = { verdict: 'OLD_CODE', ticketId: 1 }
  fill('Search by name, seat, number or code', SCANNED)
  expect(await screen.findByText('✗ This code was replaced by a newer one')).toBeTruthy()
  fill('Search by name, seat, number or code', 'seat 6 ada')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  press('Pay at the desk: Stalls, row A, seat 6')
  // The focus stays at the reservation, for somebody who works by keyboard.
  await soon(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Cash Stalls, row A, seat 6'))
  press('Cash Stalls, row A, seat 6')
  await soon(() =>
    expect(lastAsked('POST /admin/reservations/payments')?.body).toEqual({
      ...{ ticketIds: [2], paymentType: 'CASH', expectedTotal: 4_550 },
    }),
  )
  await soon(() => expect(document.activeElement?.textContent).toMatch(/^Stalls, row A, seat 6.*Bought/))
  expect(screen.queryByRole('button', { name: 'Admit Stalls, row A, seat 5' }), 'already in').toBeNull()
  press('Admit Stalls, row A, seat 6')
  press('Cancel')
  press('Admit Stalls, row A, seat 6')
  fill(/^Reason/, 'Her phone is empty')
  press('Admit')
  expect(await screen.findByText('Not admitted: Already in')).toBeTruthy()
  expect(lastAsked('POST /admin/shows/3/admissions')?.body).toEqual({ ticketId: 2, reason: 'Her phone is empty' })
})
