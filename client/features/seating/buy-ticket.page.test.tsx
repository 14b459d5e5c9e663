import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeState } from '#contract/seating-wire/state.ts'
import { writePlan } from '#contract/seating-wire/write-plan.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { endSession } from '#client/session.ts'
import { givenCustomer } from '#client/testing/given-customer.ts'
import { givenSeatingPlan, givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { BuyTicketPage } from './buy-ticket.page.tsx'

// A page that is opened several times in a test takes its time on a slow machine.
configure({ asyncUtilTimeout: 10_000 })

const show = {
  id: 7,
  name: 'Premiere',
  event: { id: 1, title: 'Tosca', type: 'OPERA', imageName: null },
  artist: { id: 1, firstName: 'Maria', lastName: 'Lind', stageName: '' },
  location: {
    id: 1,
    name: 'Opera',
    address: 'Ring 1',
    city: 'Wien',
    postalCode: '1010',
    country: 'Austria',
    timeZone: 'Europe/Vienna',
  },
  seatingPlan: { id: 1, name: 'House' },
  startTime: '2099-07-01T17:30:00.000Z',
  endTime: '2099-07-01T20:00:00.000Z',
  price: 4500,
}

let taken: number[]
let inCart: number[]
let isBroken: boolean
let plan: () => Response | Promise<Response>
let reserve: () => Response | Promise<Response>
let startTime: string
beforeEach(() => {
  taken = []
  inCart = []
  isBroken = false
  plan = () => new Response(writePlan(givenSeatingPlan()))
  startTime = show.startTime
  reserve = () => Response.json({ total: 0, elements: [] }, { status: 201 })
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace(/^.*api\/v1/, '')
    if (isBroken) return new Response('This is not done yet.', { status: 501 })
    if (path === '/eventshows/7') return Response.json({ ...show, startTime })
    if (path === '/seatingplans/event-show/7') return plan()
    if (path === '/tickets/reservations') {
      const reservations = taken.map((id) => ({ placeId: placeId(id), ticketState: 'RESERVED' as const }))
      const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 0, capacity: 50 }]
      return new Response(writeState(givenState(givenSeatModel(), { reservations, capacities })))
    }
    if (path === '/tickets') return reserve()
    if (path === '/users/tickets') return Response.json({ total: 0, elements: [] })
    if (path === '/carts') {
      const tickets = inCart.map((id) => ({ placeId: id, eventShow: { id: 7 } }))
      return Response.json({ tickets, merchandisePurchases: [] })
    }
    return new Response('There is no such show.', { status: 404, headers: { 'x-problem': 'not_found' } })
  })
})
afterEach(() => {
  notifications.clean()
  cleanup()
  queryClient.clear()
  endSession()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function openPage(id = '7') {
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/event-show/$id', component: BuyTicketPage }),
    createRoute({ getParentRoute: () => root, path: '/checkout', component: () => <p>the checkout</p> }),
  ])
  const history = createMemoryHistory({ initialEntries: [`/event-show/${id}`] })
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createRouter({ routeTree, history }) as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.setup()
}

async function openList(user: ReturnType<typeof openPage>, sector: RegExp) {
  await user.click(await screen.findByRole('radio', { name: 'List' }))
  await user.click(await screen.findByRole('button', { name: sector }))
}

const panel = () => within(screen.getByRole('complementary', { name: 'Your tickets' }))
const reserveNow = (user: ReturnType<typeof openPage>) =>
  user.click(screen.getByRole('button', { name: 'Reserve Selected Tickets' }))

test('the show is told with its start in the time zone of its house', async () => {
  openPage()
  expect(await screen.findByRole('heading', { level: 1, name: 'Tosca' })).toBeTruthy()
  expect(screen.getByText('2099/07/01 19:30')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Maria Lind' })).toBeTruthy()
})

test('while the plan is on its way the page stands, and who is at one of its controls stays there', async () => {
  const way = Promise.withResolvers<Response>()
  plan = () => way.promise
  const user = openPage()
  const party = await screen.findByRole('spinbutton', { name: 'Tickets' })
  const best = screen.getByRole('button', { name: 'Best available' })
  expect(best.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Loading the seating plan …')).toBeTruthy()
  await user.click(best)
  await user.click(party)
  await user.keyboard('1')
  act(() => way.resolve(new Response(writePlan(givenSeatingPlan()))))
  await screen.findByRole('region', { name: 'Seating plan', busy: false })
  expect(screen.queryByText('Loading the seating plan …')).toBeNull()
  expect(document.activeElement).toBe(party)
  expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy()
  await user.click(best)
  expect(await panel().findByText('1 ticket, 45.00 €')).toBeTruthy()
})

test('places are chosen, reserved and found again at the checkout', async () => {
  const user = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  expect(panel().getByText('2 tickets, 90.00 €')).toBeTruthy()
  await reserveNow(user)
  await screen.findByText('the checkout')
  await screen.findByText('Tickets reserved. Please pick up your tickets 30 minutes before the show starts.')
})

test('while the choice is being reserved it cannot be changed, and whoever tries keeps the focus', async () => {
  const user = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  const answer = Promise.withResolvers<Response>()
  reserve = () => answer.promise
  await reserveNow(user)
  const remove = panel().getByRole('button', { name: 'Remove Stalls, row A, seat 1' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Best available' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(remove)
  expect(document.activeElement).toBe(remove)
  await user.click(screen.getByRole('cell', { name: 'Row A, seat 3, 45.00 €, free' }))
  expect(panel().getByText('2 tickets, 90.00 €')).toBeTruthy()
  expect(screen.getAllByText('Your tickets are being reserved …')).not.toEqual([])
  act(() => answer.resolve(Response.json({ total: 0, elements: [] }, { status: 201 })))
  await screen.findByText('the checkout')
})

test('a choice whose answer got lost is said not to be confirmed, until it changes or the answer comes', async () => {
  const sentence = 'Not confirmed yet: press Reserve Selected Tickets again.'
  const isTold = () => panel().queryByText(sentence) !== null
  const user = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  reserve = () => Promise.reject(new TypeError('fetch failed'))
  await reserveNow(user)
  await panel().findByText(sentence)
  await user.click(panel().getByRole('button', { name: 'Remove Stalls, row A, seat 1' }))
  expect(isTold(), 'another choice').toBe(false)
  await reserveNow(user)
  await waitFor(() => expect(isTold()).toBe(true))
  const answer = Promise.withResolvers<Response>()
  reserve = () => answer.promise
  await reserveNow(user)
  await waitFor(() => expect(isTold(), 'asked again').toBe(false))
  act(() =>
    answer.resolve(new Response('Too many.', { status: 409, headers: { 'x-problem': 'too_many_reservations' } })),
  )
  await screen.findByText('Too many.')
  expect(isTold(), 'refused').toBe(false)
})

test('a seat lost to somebody else is named, turns grey and leaves the choice; the rest stays', async () => {
  const user = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  const sentence = 'Stalls, row A, seat 1 was just taken by someone else.'
  reserve = () => {
    taken = [1]
    return new Response(sentence, { status: 409, headers: { 'x-problem': 'seats_taken' } })
  }
  await reserveNow(user)
  await waitFor(() => expect(panel().getByText('1 ticket, 45.00 €')).toBeTruthy())
  expect(panel().getByRole('note').textContent).toBe(sentence)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reserve Selected Tickets' }))
  expect(screen.getByRole('cell', { name: 'Row A, seat 1, 45.00 €, taken' })).toBeTruthy()
  expect(
    panel()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Stalls, row A, seat 245.00 €'])
})

test('a seat that one holds already is not said to be somebody else’s', async () => {
  givenCustomer()
  const user = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  const sentence = 'You already hold Stalls, row A, seat 1.'
  reserve = () => {
    taken = [1]
    inCart = [1]
    return new Response(sentence, { status: 409, headers: { 'x-problem': 'seats_taken' } })
  }
  await reserveNow(user)
  await waitFor(() => expect(panel().getByRole('note').textContent).toBe(sentence))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('seats that another tab of the same customer reserved are their own, and nothing is offered instead', async () => {
  givenCustomer()
  const user = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  taken = [1, 2]
  inCart = [1, 2]
  await queryClient.invalidateQueries({ queryKey: ['reservations'] })
  await waitFor(() => expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy())
  expect(panel().getByRole('note').textContent).toBe('You already hold Stalls, row A, seats 1 and 2.')
  expect(await panel().findByText('You already hold 2 tickets for this show.', { exact: false })).toBeTruthy()
  expect(screen.queryByText(/someone else/)).toBeNull()
  expect(panel().queryByRole('button', { name: /^Take/ })).toBeNull()
})

test('a seat in the cart is the customer’s own, with the way to it, and what is held counts', async () => {
  givenCustomer()
  taken = [1, 2]
  inCart = [1]
  const user = openPage()
  expect(await screen.findByText('You already hold 1 ticket for this show.', { exact: false })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See cart' }).getAttribute('href')).toBe('/checkout')
  expect(within(screen.getByRole('list', { name: 'Legend' })).getByText('In your cart')).toBeTruthy()
  await openList(user, /Stalls/)
  expect(screen.getByRole('cell', { name: 'Row A, seat 2, 45.00 €, taken' })).toBeTruthy()
  await user.click(screen.getByRole('cell', { name: 'Row A, seat 1, 45.00 €, in your cart' }))
  expect(panel().getByRole('note').textContent).toBe('Stalls, row A, seat 1 is in your cart.')
  inCart = []
  taken = []
  act(() => focusManager.onFocus())
  await waitFor(() => expect(screen.queryByText(/You already hold/)).toBeNull())
  expect(await screen.findByRole('cell', { name: 'Row A, seat 1, 45.00 €, free' })).toBeTruthy()
})

test('what was chosen is there again after loading the page anew, unless somebody else has it or it is reserved', async () => {
  givenCustomer()
  const again = async () => {
    cleanup()
    queryClient.clear()
    const user = openPage()
    await screen.findByRole('region', { name: 'Seating plan', busy: false })
    return user
  }
  let user = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  user = await again()
  expect(panel().getByText('2 tickets, 90.00 €')).toBeTruthy()
  taken = [1]
  user = await again()
  expect(panel().getByText('1 ticket, 45.00 €')).toBeTruthy()
  await reserveNow(user)
  await screen.findByText('the checkout')
  await again()
  expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy()
})

test('a letter typed into the number of tickets chooses nothing', async () => {
  const user = openPage()
  await user.click(await screen.findByRole('spinbutton', { name: 'Tickets' }))
  await user.keyboard('b')
  expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'List' }))
  await user.keyboard('b')
  expect(await panel().findByText('2 tickets, 90.00 €')).toBeTruthy()
})

test('a show that has happened says so, and refuses', async () => {
  startTime = '2020-01-01T18:00:00.000Z'
  reserve = () => {
    throw new Error('Nothing may be sent')
  }
  const user = openPage()
  await screen.findByText('This show has already happened. No more seats can be reserved for it.')
  await reserveNow(user)
  await screen.findByText('Cannot reserve tickets after the event has started')
})

test('an address where there is no show says so', async () => {
  openPage('8')
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.queryByText('Reserve Selected Tickets')).toBeNull()
})

test('a show that cannot be loaded is not said to be none; it comes when it can', async () => {
  isBroken = true
  const user = openPage()
  expect(await screen.findByRole('heading', { level: 1, name: 'The curtain did not rise' })).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Tosca' })).toBeTruthy()
  expect(await screen.findByRole('radio', { name: 'List' })).toBeTruthy()
})
