import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeState } from '#contract/compact-seating/state.ts'
import { writePlan } from '#contract/compact-seating/write-plan.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { givenSeatingPlan, givenSeatModel, givenState, placeId, showId } from '#client/testing/given-seating-plan.ts'
import { givenShow } from '#client/testing/sample-data.ts'
import { closeShop, openShop, soon, type Asked } from '#client/testing/shop-rig.tsx'
import { SeatAvailability } from './seat-availability.ts'
import { useOwnPlaces } from './use-own-places.ts'

let taken: number[]
let inCart: number[]
let bought: number[]
beforeEach(() => {
  taken = []
  inCart = []
  bought = []
})
afterEach(() => {
  closeShop()
  sessionStorage.clear()
})

function answerState() {
  const reservations = taken.map((id) => ({ placeId: placeId(id), ticketState: 'RESERVED' as const }))
  const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 0, capacity: 50 }]
  return new Response(writeState(givenState(givenSeatModel(), { reservations, capacities })))
}

function answerTickets({ query }: Asked) {
  const own = query.get('state') === 'BOUGHT' && query.get('eventShowId') === '7' ? bought : []
  const size = Number(query.get('pageSize') ?? 10)
  const first = Number(query.get('pageIndex') ?? 0) * size
  return { total: own.length, elements: own.slice(first, first + size).map((id) => ({ placeId: id })) }
}

async function openPlan(show: object = {}) {
  const answers = {
    'GET /eventshows/7': { ...givenShow, ...show },
    'GET /seatingplans/event-show/7': Response.json(writePlan(givenSeatingPlan())),
    'GET /tickets/reservations': answerState,
    'GET /carts': () => ({
      tickets: inCart.map((id) => ({ placeId: id, eventShow: { id: 7 } })),
      merchandisePurchases: [],
    }),
    'GET /users/tickets': answerTickets,
  }
  const shop = await openShop('/event-show/7', { role: 'USER', answers })
  return { ...shop, user: userEvent.setup() }
}

async function openSector(user: ReturnType<typeof userEvent.setup>, sector: RegExp) {
  await user.click(await screen.findByRole('radio', { name: 'List' }))
  await user.click(await screen.findByRole('button', { name: sector }))
}

const panel = () => within(screen.getByRole('complementary', { name: 'Your tickets' }))

test('shows a bought seat as own ticket in the legend, the list and after a tap', async () => {
  taken = [1, 2]
  bought = [1]
  const { user } = await openPlan()
  const legend = within(await screen.findByRole('list', { name: 'Legend' }))
  expect(await legend.findByText('Your ticket')).toBeTruthy()
  expect(legend.queryByText('In your cart')).toBeNull()
  await openSector(user, /^Stalls/)
  expect(screen.getByRole('cell', { name: 'Row A, seat 2, 45.00 €, taken' })).toBeTruthy()
  const own = screen.getByRole('cell', { name: 'Row A, seat 1, 45.00 €, your ticket' })
  expect(own.getAttribute('aria-disabled')).toBe('true')
  await user.click(own)
  expect(panel().getByRole('note').textContent).toBe('You already have the ticket for Stalls, row A, seat 1.')
  expect(screen.queryByText(/You already hold/), 'a bought ticket is no reservation').toBeNull()
})

test('shows all of many bought tickets as own', async () => {
  taken = [8]
  bought = [...Array<number>(130).fill(20), 8]
  const { user } = await openPlan()
  await openSector(user, /^Stalls/)
  expect(await screen.findByRole('cell', { name: 'Row B, seat 4, 45.00 €, your ticket' })).toBeTruthy()
  await user.keyboard('{PageDown}{PageDown}')
  expect(screen.getByText('50 of 50 free · your 130 tickets')).toBeTruthy()
})

test('lists the reserved and bought tickets of a standing place', async () => {
  inCart = [20, 20]
  bought = [20]
  const { user } = await openPlan()
  await openSector(user, /^Floor/)
  const description = '50 of 50 free · 2 in your cart · your ticket'
  expect(await screen.findByRole('spinbutton', { name: 'Standing tickets', description })).toBeTruthy()
})

test('reports seats bought in another tab as own, not as lost', async () => {
  const { user } = await openPlan()
  await openSector(user, /^Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  taken = [1, 2]
  bought = [1, 2]
  await queryClient.invalidateQueries({ queryKey: ['reservations'] })
  await soon(() => expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy())
  expect(panel().getByRole('note').textContent).toBe('You already hold Stalls, row A, seats 1 and 2.')
})

test('reloads bought tickets on focus only if tickets have left the cart', async () => {
  taken = [1]
  inCart = [1]
  const { user, asked } = await openPlan()
  const timesAsked = () => asked.filter(({ line }) => line.startsWith('GET /users/tickets')).length
  await openSector(user, /^Stalls/)
  await screen.findByRole('cell', { name: 'Row A, seat 1, 45.00 €, in your cart' })
  act(() => focusManager.onFocus())
  await soon(() => expect(asked.filter(({ line }) => line === 'GET /carts').length).toBeGreaterThan(1))
  expect(timesAsked()).toBe(1)
  inCart = []
  bought = [1]
  act(() => focusManager.onFocus())
  expect(await screen.findByRole('cell', { name: 'Row A, seat 1, 45.00 €, your ticket' })).toBeTruthy()
})

test('limits the choice to the reservations per show, including those in the cart', async () => {
  taken = [5]
  inCart = [5]
  const { user } = await openPlan({ maxReservations: 2 })
  await openSector(user, /^Stalls/)
  await screen.findByRole('cell', { name: 'Row B, seat 1, 45.00 €, in your cart' })
  expect(screen.getByRole('spinbutton', { name: 'Tickets' }).getAttribute('max')).toBe('1')
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  expect(panel().getByText('1 ticket, 45.00 €')).toBeTruthy()
  expect(panel().getByRole('note').textContent).toBe(
    'You can hold at most 2 reservations for one show. You already hold 1.',
  )
})

test('requests no tickets for a visitor', async () => {
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const { result } = renderHook(() => useOwnPlaces(showId, new SeatAvailability(givenSeatModel())), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await result.current.reload()
  expect(result.current.held).toBe(0)
  expect(asked).not.toHaveBeenCalled()
})
