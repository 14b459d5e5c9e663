import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OwnTicket } from '#contract/ticket-codes.ts'
import { givenTicket } from '#client/testing/sample-data.ts'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const bought = { ...givenTicket, ticketState: 'BOUGHT', reservedUntil: null }
const given = (more: object) => ({
  ticket: bought,
  code: 'F1ABC',
  live: null,
  doorCode: 'K7QJ2MZD',
  boughtIds: [5],
  locationAddress: 'Ring 1, 1010 Wien',
  gateNames: ['Gate B, north side'],
  wallets: [],
  ...more,
})
const open = (answer: object | ((asked: unknown) => unknown)) =>
  openShop('/ticket/5', { role: 'USER', answers: { 'GET /tickets/5': answer } })

test('shows the code of a bought ticket, its place and its time', async () => {
  await open(given({}) satisfies Record<keyof OwnTicket, unknown>)
  expect(await screen.findByRole('img', { name: 'QR code of the ticket' })).toBeTruthy()
  expect(screen.getByText('K7QJ 2MZD')).toBeTruthy()
  expect(screen.getByText('Stalls, row C, seat 14')).toBeTruthy()
  expect(screen.getByText('Wed 2099/07/01 19:30')).toBeTruthy()
  expect(screen.getByText('Ring 1, 1010 Wien')).toBeTruthy()
  expect(screen.getByText('Entrance: Gate B, north side')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tosca – Premiere')
  expect(screen.queryByRole('navigation', { name: 'Your tickets for this show' })).toBeNull()
})

test('shows a live code without files and a code to type, and says how to use it', async () => {
  const live = { secret: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI', now: new Date().toISOString() }
  await open(given({ live, doorCode: null, wallets: [] }))
  expect(await screen.findByRole('img', { name: 'QR code of the ticket' })).toBeTruthy()
  expect(screen.getByText('Live code: it changes every 15 seconds.')).toBeTruthy()
  expect(screen.getByText(/^Show this page at the entrance: screenshots are not accepted/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /PDF|calendar|Wallet/ })).toBeNull()
})

test('leads to the other tickets of the show', async () => {
  await open(given({ boughtIds: [4, 5, 9] }))
  expect(await screen.findByText('Ticket 2 of 3')).toBeTruthy()
  const pathOf = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).pathname
  expect([pathOf('Previous ticket'), pathOf('Next ticket')]).toEqual(['/ticket/4', '/ticket/9'])
})

test('leads from a reservation to the checkout', async () => {
  await open(given({ ticket: givenTicket, code: null, doorCode: null, boughtIds: [] }))
  expect(await screen.findByText('This ticket is reserved. Its code appears here once it is paid for.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: 'QR code of the ticket' })).toBeNull()
})

test('says that a ticket was refunded', async () => {
  const text = 'This ticket was refunded. It is no longer valid.'
  await open(() => new Response(text, { status: 410 }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Your Tickets' })).toBeTruthy()
})

test('offers the wallets of the shop, and says why one has no pass', async () => {
  const answers = {
    'GET /tickets/5': given({ wallets: ['APPLE', 'GOOGLE'] }),
    'GET /tickets/5/wallet/apple': () => new Response('There is no pass.', { status: 404 }),
  }
  const { press } = await openShop('/ticket/5', { role: 'USER', answers })
  expect(await screen.findByRole('button', { name: 'Add to Google Wallet' })).toBeTruthy()
  press('Add to Apple Wallet')
  expect(await screen.findByText('There is no pass.')).toBeTruthy()
})

test('offers the ticket to another person, and keeps a wrong address in the form', async () => {
  let ticket: object = bought
  const offered = () => void (ticket = { ...bought, offeredTo: 'bea@foyer.example' })
  const withdrawn = () => void (ticket = bought)
  const { press, fill, lastAsked } = await openShop('/ticket/5', {
    role: 'USER',
    answers: {
      'GET /tickets/5': () => given({ ticket }),
      'POST /tickets/5/transfers': offered,
      'DELETE /tickets/5/transfers': withdrawn,
    },
  })
  await screen.findByRole('region', { name: 'Give away or protect' })
  press('Give to Another Person')
  await screen.findByLabelText(/Email address of the other person/)
  fill(/Email address of the other person/, 'bea')
  press('Send Offer')
  expect(await screen.findByText('Value is not a valid email address')).toBeTruthy()
  fill(/Email address of the other person/, 'bea@foyer.example')
  press('Send Offer')
  expect(
    await screen.findByText('Offered to bea@foyer.example. The ticket stays yours until it is accepted.'),
  ).toBeTruthy()
  expect(lastAsked('POST /tickets/5/transfers')?.body).toEqual({ email: 'bea@foyer.example' })
  press('Withdraw Offer')
  expect(await screen.findByRole('button', { name: 'Give to Another Person' })).toBeTruthy()
})

test('asks before it replaces the code', async () => {
  const answers = { 'GET /tickets/5': given({}), 'POST /tickets/5/codes': () => undefined }
  const { press, lastAsked } = await openShop('/ticket/5', { role: 'USER', answers })
  await screen.findByRole('region', { name: 'Give away or protect' })
  press('New Code')
  const question = await screen.findByRole('dialog')
  expect(lastAsked('POST /tickets/5/codes')).toBeUndefined()
  within(question).getByRole('button', { name: 'New Code' }).click()
  expect(await screen.findByText('The ticket has a new code. Please use this one only.')).toBeTruthy()
})

test('names the person who has the ticket now, without a code', async () => {
  await open(given({ ticket: { ...bought, givenTo: 'Bea Novák' }, code: null, doorCode: null, boughtIds: [] }))
  const text =
    'Bea Novák has this ticket now. You keep the invoice and the points. To return the ticket, ask for it back first.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Give away or protect' })).toBeNull()
})
