import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePlan } from '#contract/compact-seating/write-plan.ts'
import { queryClient } from '#client/calls/query-client.ts'
import { givenSeatingPlan } from '#client/testing/given-seating-plan.ts'
import { closeRig, rig, openRig, openList, openPage, panel, reserveNow } from '#client/testing/buy-ticket-rig.tsx'
import { givenShow } from '#client/testing/sample-data.ts'

beforeEach(openRig)
afterEach(closeRig)

const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const isAnnounced = (text: HTMLElement) => !text.closest('[aria-hidden]')
const isVisible = (text: HTMLElement) => !text.closest('output')

test('shows the start in the time zone of the venue', async () => {
  openPage()
  expect(await screen.findByRole('heading', { level: 1, name: 'Tosca' })).toBeTruthy()
  expect(screen.getByText('Wed 2099/07/01 19:30')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Maria Lind' })).toBeTruthy()
})

test('names a match by its show, and the event beside it', async () => {
  const match = { ...givenShow, name: 'Reds – Blues', event: { ...givenShow.event, title: 'League', type: 'SPORTS' } }
  rig.show = () => Response.json(match)
  openPage()
  expect(await screen.findByRole('heading', { level: 1, name: 'Reds – Blues' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Maria Lind' }).parentElement?.textContent).toBe('Maria Lind ·\u00A0League')
})

test('renders the page before the plan has loaded, and keeps the focus when it arrives', async () => {
  const answer = Promise.withResolvers<Response>()
  rig.plan = () => answer.promise
  const { user } = openPage()
  const party = await screen.findByRole('spinbutton', { name: 'Tickets' })
  const best = screen.getByRole('button', { name: 'Best available' })
  expect(best.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('Loading the seating plan …').filter(isVisible)).toHaveLength(1)
  expect(screen.getAllByText('Loading the seating plan …').filter(isAnnounced)).toHaveLength(1)
  await reserveNow(user)
  await user.click(best)
  await user.click(party)
  await user.keyboard('1')
  act(() => answer.resolve(Response.json(writePlan(givenSeatingPlan()))))
  await screen.findByRole('region', { name: 'Seating plan', busy: false })
  expect(await panel().findByText('The seating plan has loaded.')).toBeTruthy()
  expect(panel().queryByText('Loading the seating plan …')).toBeNull()
  expect(document.activeElement).toBe(party)
  expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy()
  await user.click(best)
  expect(await panel().findByText('1 ticket, 45.00 €')).toBeTruthy()
})

test('counts down to the sale by the clock of the shop, and then opens the plan', async () => {
  const saleStartsAt = '2099-06-01T08:00:00.000Z'
  // The clock of the shop is decades ahead of the device.
  rig.show = () => Response.json({ ...givenShow, availability: 'NOT_YET', saleStartsAt })
  rig.saleStart = () => Response.json({ saleStartsAt, now: '2099-06-01T07:59:59.400Z' })
  openPage()
  const countdown = within(await screen.findByRole('region', { name: 'The sale has not started yet' }))
  expect(countdown.getByText('On sale from Mon 2099/06/01 10:00')).toBeTruthy()
  await screen.findByText('01')
  expect(screen.queryByText('Reserve Selected Tickets')).toBeNull()
  expect(await screen.findByRole('region', { name: 'Seating plan' }, { timeout: 6_000 })).toBeTruthy()
})

test('shows the place in the line without loading the plan, and opens the plan in turn', async () => {
  const counts = { lastNumber: 90, admittedNumber: 40, lotSize: 0, peopleAMinute: 20 }
  const line = { ...counts, isOpen: true, isPaused: false, placesLeft: 'SOME' }
  rig.show = () => Response.json({ ...givenShow, hasLine: true })
  rig.arrive = () => Response.json({ state: 'WAITING', number: 83, line })
  rig.line = () => Response.json(line)
  let plans = 0
  const { plan } = rig
  rig.plan = () => {
    plans += 1
    return plan()
  }
  openPage()
  const room = within(await screen.findByRole('region', { name: 'You are in line' }))
  expect(room.getByText('42 people ahead of you')).toBeTruthy()
  expect(room.getByText('It is your turn in about 3 minutes.')).toBeTruthy()
  expect(room.getByRole('progressbar', { name: 'Progress of the line' })).toBeTruthy()
  expect([plans, screen.queryByText('Reserve Selected Tickets')]).toEqual([0, null])
  const admitted = { ...line, admittedNumber: 83 }
  rig.line = () => Response.json(admitted)
  const pass = { passUntil: '2099-06-01T18:10:00.000Z', line: admitted }
  rig.arrive = () => Response.json({ state: 'ADMITTED', number: 83, ...pass })
  await act(() => queryClient.invalidateQueries({ queryKey: ['line'] }))
  expect(await screen.findByText('It is your turn. Please reserve your tickets by 20:10.')).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Seating plan' })).toBeTruthy()
})

test('tells those in the line that the show has sold out, and opens the plan', async () => {
  const counts = { lastNumber: 90, admittedNumber: 40, lotSize: 0, peopleAMinute: 20, isPaused: false }
  const line = { ...counts, isOpen: true, placesLeft: 'RESERVED' }
  rig.show = () => Response.json({ ...givenShow, hasLine: true })
  rig.arrive = () => Response.json({ state: 'WAITING', number: 83, line })
  rig.line = () => Response.json(line)
  openPage()
  const room = within(await screen.findByRole('region', { name: 'You are in line' }))
  expect(room.getByText(/^All remaining places are reserved/)).toBeTruthy()
  const closed = { ...line, isOpen: false, placesLeft: 'NONE' }
  rig.line = () => Response.json(closed)
  rig.arrive = () => Response.json({ state: 'OPEN', line: closed })
  await act(() => queryClient.invalidateQueries({ queryKey: ['line'] }))
  expect(await screen.findByText(/^The show sold out while you were in line/)).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Seating plan' })).toBeTruthy()
})

test('ignores shortcut keys typed into the number of tickets', async () => {
  const { user } = openPage()
  await user.click(await screen.findByRole('spinbutton', { name: 'Tickets' }))
  await user.keyboard('b')
  expect(panel().getByText('0 tickets, 0.00 €')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'List' }))
  await user.keyboard('b')
  expect(await panel().findByText('2 tickets, 90.00 €')).toBeTruthy()
})

test('shows that a show has already happened, and refuses to reserve', async () => {
  rig.startTime = '2020-01-01T18:00:00.000Z'
  rig.reserve = () => {
    throw new Error('Nothing may be sent')
  }
  const { user } = openPage()
  await screen.findByText('This show has already happened. No more seats can be reserved for it.')
  await screen.findByRole('region', { name: 'Seating plan', busy: false })
  await reserveNow(user)
  await screen.findByText('Cannot reserve tickets after the event has started')
})

test('shows the page for unknown addresses if there is no such show', async () => {
  openPage('8')
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(alerts()).toEqual([])
  expect(screen.queryByText('Reserve Selected Tickets')).toBeNull()
})

test('shows a failed load with its reason, not as a missing show, and loads on retry', async () => {
  rig.isBroken = true
  const { user } = openPage()
  expect(await screen.findByRole('heading', { level: 1, name: 'The curtain did not rise' })).toBeTruthy()
  expect(alerts()).toEqual(['This is not done yet.Try again'])
  rig.isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Tosca' })).toBeTruthy()
  expect(await screen.findByRole('radio', { name: 'List' })).toBeTruthy()
})

test('keeps the page and the choice when a refetch of the show fails, and shows the reason', async () => {
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}{ArrowRight}{Enter}')
  const seat = document.activeElement
  for (const [status, sentence] of [
    [501, 'This is not done yet.'],
    [404, 'There is no such show.'],
  ] as const) {
    rig.show = () => new Response(sentence, { status })
    await act(() => queryClient.invalidateQueries({ queryKey: ['shows'] }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(panel().getByText('2 tickets, 90.00 €')).toBeTruthy()
    expect(document.activeElement).toBe(seat)
  }
})

test('shows no error when a background refetch of the places fails', async () => {
  const { user } = openPage()
  await openList(user, /Stalls/)
  await user.keyboard('{Enter}')
  rig.isBroken = true
  await act(() => queryClient.invalidateQueries({ queryKey: ['reservations'] }))
  expect(queryClient.getQueryState(['reservations', 7])?.status).toBe('error')
  expect(alerts()).toEqual([])
  expect(panel().getByText('1 ticket, 45.00 €')).toBeTruthy()
})

test('keeps the page, its inputs and the focus when the plan cannot be loaded', async () => {
  rig.plan = () => new Response('This is not done yet.', { status: 501 })
  const { user } = openPage()
  const party = await screen.findByRole('spinbutton', { name: 'Tickets' })
  await user.click(party)
  await user.keyboard('3')
  expect(await screen.findByText("The seating plan couldn't be loaded.")).toBeTruthy()
  expect(alerts()).toEqual(["The seating plan couldn't be loaded.Try again"])
  expect(document.activeElement).toBe(party)
  rig.plan = () => Response.json(writePlan(givenSeatingPlan()))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Seating plan' }))
  await panel().findByText('The seating plan has loaded.')
  await user.click(screen.getByRole('button', { name: 'Best available' }))
  expect(await panel().findByText('3 tickets, 135.00 €')).toBeTruthy()
})
