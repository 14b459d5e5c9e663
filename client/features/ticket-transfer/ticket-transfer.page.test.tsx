import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { unbroken } from '#client/names/ticket-name.ts'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const offered = {
  ...{ fromFirstName: 'Ada', eventTitle: 'Tosca', showName: 'Premiere', locationName: 'Opera' },
  ...{ startTime: '2099-07-01T17:30:00.000Z', timeZone: 'Europe/Vienna' },
  ...{ seatingPlanSectorName: 'Stalls', seatingPlanRowName: 'C', seatNumber: 14 },
}

test('shows the offered ticket and accepts it', async () => {
  const answers = {
    'GET /ticket-transfers/abc': offered,
    'POST /ticket-transfers/abc/acceptance': { ticketId: 5 },
    'GET /tickets/5': () => new Response('gone', { status: 410 }),
  }
  const { press, lastAsked } = await openShop('/ticket-transfer?token=abc', { role: 'USER', answers })
  expect(await screen.findByText('Ada would like to give you this ticket:')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'A ticket for you' }).textContent).toContain(
    unbroken('Stalls, row C, seat 14'),
  )
  press('Accept Ticket')
  expect(await screen.findByText('The ticket is yours now.')).toBeTruthy()
  expect(lastAsked('POST /ticket-transfers/abc/acceptance')).toBeDefined()
})

test('leads through the login and back to the offer, and lets visitors decline', async () => {
  const answers = { 'GET /ticket-transfers/abc': offered, 'POST /ticket-transfers/abc/refusal': () => undefined }
  const { press } = await openShop('/ticket-transfer?token=abc', { answers })
  await screen.findByText('Ada would like to give you this ticket:')
  const main = within(screen.getByRole('main'))
  const login = main.getByRole<HTMLAnchorElement>('link', { name: 'Sign Up' })
  expect(new URL(login.href).searchParams.get('redirect')).toBe('/ticket-transfer?token=abc')
  press('Decline')
  expect(await screen.findByText(/You have declined the ticket/)).toBeTruthy()
})

test('leads from an accepted offer to the tickets', async () => {
  const problem = {
    type: 'about:blank',
    status: 410,
    code: 'transfer_accepted',
    title: 'This ticket has been accepted.',
  }
  const headers = { 'content-type': 'application/problem+json' }
  const answers = {
    'GET /ticket-transfers/abc': () => new Response(JSON.stringify(problem), { status: 410, headers }),
  }
  await openShop('/ticket-transfer?token=abc', { answers, role: 'USER' })
  expect(await screen.findByText('This ticket has been accepted.')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole<HTMLAnchorElement>('link', { name: 'Your Tickets' }).pathname).toBe('/user-tickets')
})

test('says that an offer has ended', async () => {
  const text = 'This ticket is no longer offered. Ask the person who gave you the link.'
  const answers = { 'GET /ticket-transfers/abc': () => new Response(text, { status: 410 }) }
  await openShop('/ticket-transfer?token=abc', { answers })
  expect(await screen.findByText(text)).toBeTruthy()
})
