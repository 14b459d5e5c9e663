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

test('reserves the chosen places and opens the checkout', async () => {
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  expect(panel().getByText('2 tickets, 90.00 €')).toBeTruthy()
  await reserveNow(user)
  await screen.findByText('the checkout')
  await screen.findByText('Tickets reserved. Please pick up your tickets 30 minutes before the show starts.')
})

test('takes back that tickets must be selected as soon as they are', async () => {
  const { user } = openPage()
  await openList(user, /Stalls/)
  await reserveNow(user)
  expect((await screen.findByRole('alert')).textContent).toContain('Please select Tickets')
  await user.click(screen.getByRole('button', { name: 'Best available' }))
  await panel().findByText('2 tickets, 90.00 €')
  // By itself it would stay for eight seconds.
  await waitFor(() => expect(screen.queryByText('Please select Tickets')).toBeNull(), { timeout: 5_000 })
})

test('goes to the line when a reservation is refused for it, and keeps the choice', async () => {
  const counts = { lastNumber: 9, admittedNumber: 3, lotSize: 0, peopleAMinute: 20 }
  const line = { ...counts, isOpen: true, isPaused: false, placesLeft: 'SOME' }
  givenCustomer()
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  rig.arrive = () => Response.json({ state: 'WAITING', number: 9, line })
  rig.line = () => Response.json(line)
  rig.reserve = () => refusalOf(problem('waiting', { ahead: null, retryAfterSeconds: 2 }))
  await reserveNow(user)
  const room = within(await screen.findByRole('region', { name: 'You are in line' }))
  expect(room.getByText('5 people ahead of you')).toBeTruthy()
  const admitted = { ...line, admittedNumber: 9 }
  rig.line = () => Response.json(admitted)
  rig.arrive = () =>
    Response.json({ state: 'ADMITTED', number: 9, passUntil: '2099-06-01T18:10:00.000Z', line: admitted })
  await act(() => queryClient.invalidateQueries({ queryKey: ['line'] }))
  await screen.findByText('It is your turn. Please reserve your tickets by 20:10.')
  expect(await panel().findByText('2 tickets, 90.00 €')).toBeTruthy()
})

test('locks the choice during the reservation without moving the focus', async () => {
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

test('marks a choice as unconfirmed after a lost answer, until it changes or the answer arrives', async () => {
  const sentence = 'Not confirmed yet: press Reserve Selected Tickets again.'
  const isShown = () => panel().queryByText(sentence) !== null
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  rig.reserve = () => Promise.reject(new TypeError('fetch failed'))
  await reserveNow(user)
  await panel().findByText(sentence)
  await user.click(panel().getByRole('button', { name: 'Remove Stalls, row A, seat 1' }))
  expect(isShown(), 'another choice').toBe(false)
  await reserveNow(user)
  await waitFor(() => expect(isShown()).toBe(true))
  const answer = Promise.withResolvers<Response>()
  rig.reserve = () => answer.promise
  await reserveNow(user)
  await waitFor(() => expect(isShown(), 'asked again').toBe(false))
  act(() => answer.resolve(refusalOf(problem('too_many_reservations', { limit: 20, scope: 'show' }))))
  await screen.findByText('You can hold at most 20 reservations for one show.')
  expect(isShown(), 'refused').toBe(false)
})

test('drops a seat lost to another buyer, names it, marks it as taken, and keeps the rest', async () => {
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

test('names a seat that the customer already holds as such', async () => {
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

test('shows seats reserved in another tab as own seats, and offers no replacement', async () => {
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

test('shows the seats in the cart as own seats, with their number and a link to the cart', async () => {
  givenCustomer()
  rig.taken = [1, 2]
  rig.inCart = [1]
  const { user } = openPage()
  expect(await screen.findByText('You already hold 1 ticket for this show.', { exact: false })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See cart' }).getAttribute('href')).toBe('/checkout')
  expect(await within(screen.getByRole('list', { name: 'Legend' })).findByText('In your cart')).toBeTruthy()
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

test('tells which of the own tickets are being paid, with a link to each payment', async () => {
  givenCustomer()
  rig.taken = [1, 2, 3]
  rig.inCart = [1, 2, 3, 4]
  rig.paymentIds = { 2: 6, 3: 6, 4: 8 }
  openPage()
  const held = await screen.findByText('You already hold 4 tickets for this show.', { exact: false })
  expect(held.textContent).toContain('2 tickets are awaiting payment. To Payment')
  expect(held.textContent).toContain('1 ticket is awaiting payment. To Payment')
  const links = within(held).getAllByRole<HTMLAnchorElement>('link', { name: 'To Payment' })
  expect(links.map(({ pathname }) => pathname)).toEqual(['/payment/6', '/payment/8'])
})

test('restores the choice after a reload, and names the seats taken in the meantime', async () => {
  givenCustomer()
  const reload = async () => {
    cleanup()
    queryClient.clear()
    const { user } = openPage()
    await screen.findByRole('region', { name: 'Seating plan', busy: false })
    return user
  }
  let { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  user = await reload()
  expect(panel().getByText('2 tickets, 90.00 €')).toBeTruthy()
  rig.taken = [1]
  user = await reload()
  expect(await panel().findByText('1 ticket, 45.00 €')).toBeTruthy()
  expect(screen.getByRole('note').textContent).toBe('Stalls, row A, seat 1 was just taken by someone else.')
  await reserveNow(user)
  await screen.findByText('the checkout')
  await reload()
  expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy()
})

test('unlocks the page with an empty choice after going back before the checkout has loaded', async () => {
  const checkoutCode = Promise.withResolvers<() => null>()
  rig.checkout = () => checkoutCode.promise
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

test('confirms the reservation on another page, and empties the choice', async () => {
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
