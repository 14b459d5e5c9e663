import { focusManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { givenCustomer } from '#client/testing/given-customer.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeRig, rig, openRig, openList, openPage, panel, reserveNow } from '#client/testing/buy-ticket-rig.tsx'

const firstSeat = { sectorName: 'Stalls', rowName: 'A', seatNumber: 1 }

beforeEach(openRig)
afterEach(closeRig)

test('places are chosen, reserved and found again at the checkout', async () => {
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  expect(panel().getByText('2 tickets, 90.00 €')).toBeTruthy()
  await reserveNow(user)
  await screen.findByText('the checkout')
  await screen.findByText('Tickets reserved. Please pick up your tickets 30 minutes before the show starts.')
})

test('while the choice is being reserved it cannot be changed, and whoever tries keeps the focus', async () => {
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  const answer = Promise.withResolvers<Response>()
  rig.reserve = () => answer.promise
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
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  rig.reserve = () => Promise.reject(new TypeError('fetch failed'))
  await reserveNow(user)
  await panel().findByText(sentence)
  await user.click(panel().getByRole('button', { name: 'Remove Stalls, row A, seat 1' }))
  expect(isTold(), 'another choice').toBe(false)
  await reserveNow(user)
  await waitFor(() => expect(isTold()).toBe(true))
  const answer = Promise.withResolvers<Response>()
  rig.reserve = () => answer.promise
  await reserveNow(user)
  await waitFor(() => expect(isTold(), 'asked again').toBe(false))
  act(() => answer.resolve(refusalOf(problem('too_many_reservations', { limit: 20, scope: 'show' }))))
  await screen.findByText('You can hold at most 20 reservations for one show.')
  expect(isTold(), 'refused').toBe(false)
})

test('a seat lost to somebody else is named, turns grey and leaves the choice; the rest stays', async () => {
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  const sentence = 'Stalls, row A, seat 1 was just taken by someone else.'
  rig.reserve = () => {
    rig.taken = [1]
    return refusalOf(problem('seats_taken', { places: [firstSeat] }))
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
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  const sentence = 'You already hold Stalls, row A, seat 1.'
  rig.reserve = () => {
    rig.taken = [1]
    rig.inCart = [1]
    return refusalOf(problem('seats_taken', { places: [], own: [firstSeat] }))
  }
  await reserveNow(user)
  await waitFor(() => expect(panel().getByRole('note').textContent).toBe(sentence))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('seats that another tab of the same customer reserved are their own, and nothing is offered instead', async () => {
  givenCustomer()
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  rig.taken = [1, 2]
  rig.inCart = [1, 2]
  await queryClient.invalidateQueries({ queryKey: ['reservations'] })
  await waitFor(() => expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy())
  expect(panel().getByRole('note').textContent).toBe('You already hold Stalls, row A, seats 1 and 2.')
  expect(await panel().findByText('You already hold 2 tickets for this show.', { exact: false })).toBeTruthy()
  expect(screen.queryByText(/someone else/)).toBeNull()
  expect(panel().queryByRole('button', { name: /^Take/ })).toBeNull()
})

test('a seat in the cart is the customer’s own, with the way to it, and what is held counts', async () => {
  givenCustomer()
  rig.taken = [1, 2]
  rig.inCart = [1]
  const { user } = openPage()
  expect(await screen.findByText('You already hold 1 ticket for this show.', { exact: false })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See cart' }).getAttribute('href')).toBe('/checkout')
  expect(within(screen.getByRole('list', { name: 'Legend' })).getByText('In your cart')).toBeTruthy()
  await openList(user, /Stalls/)
  expect(screen.getByRole('cell', { name: 'Row A, seat 2, 45.00 €, taken' })).toBeTruthy()
  await user.click(screen.getByRole('cell', { name: 'Row A, seat 1, 45.00 €, in your cart' }))
  expect(panel().getByRole('note').textContent).toBe('Stalls, row A, seat 1 is in your cart.')
  rig.inCart = []
  rig.taken = []
  act(() => focusManager.onFocus())
  await waitFor(() => expect(screen.queryByText(/You already hold/)).toBeNull())
  expect(await screen.findByRole('cell', { name: 'Row A, seat 1, 45.00 €, free' })).toBeTruthy()
})

test('what was chosen is there again after loading the page anew; what somebody else has by then is named', async () => {
  givenCustomer()
  const again = async () => {
    cleanup()
    queryClient.clear()
    const { user } = openPage()
    await screen.findByRole('region', { name: 'Seating plan', busy: false })
    return user
  }
  let { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  user = await again()
  expect(panel().getByText('2 tickets, 90.00 €')).toBeTruthy()
  rig.taken = [1]
  user = await again()
  expect(await panel().findByText('1 ticket, 45.00 €')).toBeTruthy()
  expect(screen.getByRole('note').textContent).toBe('Stalls, row A, seat 1 was just taken by someone else.')
  await reserveNow(user)
  await screen.findByText('the checkout')
  await again()
  expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy()
})

test('who comes back before the checkout is there finds the page open, with nothing chosen', async () => {
  const way = Promise.withResolvers<() => null>()
  rig.checkout = () => way.promise
  const { user, history } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}')
  await reserveNow(user)
  await waitFor(() => expect(history.location.pathname).toBe('/checkout'))
  expect(panel().getByText('1 ticket, 45.00 €')).toBeTruthy()
  act(() => history.back())
  expect(await panel().findByText('0 tickets, 0.00 €')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reserve Selected Tickets' }).getAttribute('aria-busy')).toBe('false')
  expect(screen.getByRole('button', { name: 'Best available' }).getAttribute('aria-disabled')).toBe('false')
})

test('who goes elsewhere before the answer comes is told all the same, and chose nothing when they come back', async () => {
  givenCustomer()
  const answer = Promise.withResolvers<Response>()
  rig.reserve = () => answer.promise
  const { user, history } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}')
  await reserveNow(user)
  act(() => history.push('/checkout'))
  await screen.findByText('the checkout')
  act(() => answer.resolve(Response.json({ total: 0, elements: [] }, { status: 201 })))
  await screen.findByText('Tickets reserved. Please pick up your tickets 30 minutes before the show starts.')
  act(() => history.back())
  await screen.findByRole('region', { name: 'Seating plan', busy: false })
  expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy()
})
