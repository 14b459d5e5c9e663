import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenChoiceOptions } from '#client/testing/given-choice-options.ts'
import { givenSeatingPlan, givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '../seat-availability.ts'
import { PriceFilter } from '../seat-finder/price-filter.tsx'
import { searchCode, useSeatFinder } from '../seat-finder/use-seat-finder.ts'
import { useSeatChoice } from '../use-seat-choice.ts'
import { SeatList } from './seat-list.tsx'

let availability: SeatAvailability
beforeEach(() => {
  availability = new SeatAvailability(givenSeatModel())
  const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 10, capacity: 50 }]
  availability.replace(
    givenState(availability.model, { reservations: [{ placeId: placeId(1), ticketState: 'BOUGHT' }], capacities }),
  )
})

// As the page loads it together with the list.
beforeAll(() => searchCode.fetch())
afterEach(cleanup)

function Harness({ isOpen }: { readonly isOpen: boolean }) {
  const choice = useSeatChoice(availability, { ...givenChoiceOptions, hasStarted: !isOpen })
  const finder = useSeatFinder({ availability, choice, eventType: 'OPERA' })
  return (
    <>
      <PriceFilter availability={availability} finder={finder} />
      <SeatList availability={availability} choice={choice} finder={finder} isOpen={isOpen} />
      <output>{choice.placeIds.join(' ')}</output>
    </>
  )
}

function openList({ isOpen = true } = {}) {
  render(<Harness isOpen={isOpen} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  })
  return userEvent.setup()
}

const focused = () => document.activeElement?.getAttribute('aria-label')
const chosen = () => screen.getByRole('status').textContent

test('lists sectors with price and free places, and does not open a closed one', () => {
  openList()
  const sectors = within(screen.getByRole('list', { name: 'Sectors' }))
  expect(sectors.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Stalls 45.00 € 7 of 8 free',
    'Circle 22.50 € 2 of 2 free',
    'Floor 9.00 € 40 of 50 free',
  ])
  expect(sectors.getByText('Not available')).toBeTruthy()
})

/** Makes the first seat of the stalls a wheelchair place. */
function givenWheelchairPlace() {
  const [stalls, ...others] = givenSeatingPlan().sectors
  const [first, ...seats] = stalls?.places ?? []
  if (!stalls || !first) throw new Error('The plan has lost its stalls')
  const places = [{ ...first, kind: 'WHEELCHAIR' as const }, ...seats]
  availability = new SeatAvailability(
    givenSeatModel({ ...givenSeatingPlan(), sectors: [{ ...stalls, places }, ...others] }),
  )
  const reservations = [{ placeId: placeId(3), ticketState: 'BOUGHT' as const }]
  availability.replace(givenState(availability.model, { reservations, capacities: [] }))
}

test('reads the kind of a seat aloud, and the customer’s own tickets of a sector', async () => {
  givenWheelchairPlace()
  availability.setOwn({ inCart: [], bought: [placeId(3)] })
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls.*your ticket/ }))
  const names = screen.getAllByRole('cell').map((cell) => cell.getAttribute('aria-label'))
  expect(names).toContain('Row A, seat 1, wheelchair place, 45.00 €, free')
  expect(names).toContain('Row A, seat 3, 45.00 €, your ticket')
})

test('chooses a seat by a click on the symbol of its kind', async () => {
  givenWheelchairPlace()
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  const symbol = screen.getByRole('cell', { name: /wheelchair place/ }).querySelector('svg *')
  if (!symbol) throw new Error('The seat has no symbol')
  await user.click(symbol)
  expect(chosen()).toBe(String(placeId(1)))
})

test('shows only the open sector and focuses its first free seat', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  const grid = screen.getByRole('grid', { name: 'Seats in Stalls' })
  expect(within(grid).getAllByRole('cell')).toHaveLength(8)
  expect(
    within(grid)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Row A', 'Row B'])
  expect(focused()).toBe('Row A, seat 2, 45.00 €, free')
})

test('chooses seats by keyboard alone', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.keyboard('{ArrowRight}{Enter}')
  expect(focused()).toBe('Row A, seat 3, 45.00 €, selected')
  await user.keyboard('{ArrowDown} {End} ')
  expect(chosen()).toBe('3 7 8')
  await user.keyboard('{Home}{ArrowUp}')
  expect(focused()).toBe('Row A, seat 1, 45.00 €, taken')
  await user.keyboard(' f')
  expect(chosen()).toBe('3 7 8')
  await waitFor(() => expect(focused()).toBe('Row A, seat 2, 45.00 €, free'))
})

test('lists the seats of a table by their numbers, in the order of the keys', async () => {
  const [stalls, ...others] = givenSeatingPlan().sectors
  if (!stalls) throw new Error('The plan has lost its stalls')
  const seatAt = (seatNumber: number, x: number, y: number) => ({
    ...{ id: placeId(seatNumber), placeType: 'SITTING' as const, rowName: 'Table 1', seatNumber },
    ...{ x, y, width: 10, height: 10 },
  })
  // A plan has the seats of a row from left to right.
  const places = [seatAt(1, 30, 30), seatAt(3, 30, 50), seatAt(2, 40, 30), seatAt(4, 40, 50)]
  availability = new SeatAvailability(
    givenSeatModel({ ...givenSeatingPlan(), sectors: [{ ...stalls, places }, ...others] }),
  )
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1', '2', '3', '4'])
  await user.keyboard('{ArrowRight} {ArrowRight}')
  expect(focused()).toBe('Table 1, seat 3, 45.00 €, free')
  expect(chosen()).toBe('2')
  await user.keyboard('{End}')
  expect(focused()).toBe('Table 1, seat 4, 45.00 €, free')
  await user.keyboard('f')
  await waitFor(() => expect(focused()).toBe('Table 1, seat 1, 45.00 €, free'))
  await user.keyboard('f')
  await waitFor(() => expect(focused()).toBe('Table 1, seat 3, 45.00 €, free'))
})

test('counts the places of the open sector that match the pressed filters', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /^Stalls/ }))
  expect(screen.queryByText(/match/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '45.00 € 7 free' }))
  expect(screen.getByText('7 free places here match the filters.')).toBeTruthy()
  act(() => void availability.apply([2, 3, 4, 5, 6, 7].map((id) => ({ placeId: placeId(id), occupied: 1 }))))
  expect(screen.getByText('1 free place here matches the filters.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '45.00 € 1 free' }))
  await user.click(screen.getByRole('button', { name: '9.00 € 40 free' }))
  expect(screen.getByText('No free place here matches the filters.')).toBeTruthy()
})

test('makes the grid a single tab stop', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.keyboard('{ArrowDown}')
  const stops = screen.getAllByRole('cell').filter((cell) => cell.tabIndex === 0)
  expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual([focused()])
})

test('opens the next sector by Page Down, and returns to the list by Escape', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.keyboard('{PageDown}')
  expect(screen.getByRole('grid', { name: 'Seats in Circle' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(document.activeElement?.textContent).toContain('Circle')
})

test('shows a seat as taken when another buyer takes it', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  act(() => void availability.apply([{ placeId: placeId(2), occupied: 1 }]))
  expect(focused()).toBe('Row A, seat 2, 45.00 €, taken')
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
})

test('chooses standing tickets by their number', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Floor/ }))
  const field = screen.getByRole('spinbutton', { name: 'Standing tickets' })
  await user.clear(field)
  await user.type(field, '3')
  expect(chosen()).toBe('20 20 20')
})

test('changes standing tickets by buttons, and says why fewer are chosen than typed', async () => {
  const user = openList()
  act(() => void availability.apply([{ placeId: placeId(20), occupied: 46 }]))
  await user.click(screen.getByRole('button', { name: /Floor/ }))
  const more = screen.getByRole('button', { name: 'One more ticket' })
  await user.click(more)
  await user.click(more)
  await user.click(screen.getByRole('button', { name: 'One fewer ticket' }))
  expect(chosen()).toBe('20')
  const field = screen.getByRole('spinbutton', { name: 'Standing tickets' })
  const reason = 'Only 4 are left: 4 selected.'
  await user.click(field)
  await user.keyboard('99')
  await user.tab()
  expect(chosen()).toBe('20 20 20 20')
  expect(screen.getByText(reason)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One fewer ticket' }))
  expect(screen.queryByText(reason)).toBeNull()
})

test('shows the chosen number when the field of standing tickets is left', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Floor/ }))
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Standing tickets' })
  await user.click(field)
  await user.paste('1e1')
  await user.tab()
  expect(chosen()?.split(' ')).toHaveLength(10)
  expect(field.value).toBe('10')
  await user.clear(field)
  await user.tab()
  expect(field.value).toBe('10')
})

test('focuses the number of a standing sector, from which the keys work', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Circle/ }))
  await user.keyboard('{PageDown}')
  const field = screen.getByRole('spinbutton', { name: 'Standing tickets' })
  expect(document.activeElement).toBe(field)
  await user.keyboard('2')
  expect(chosen()).toBe('20 20')
  await user.keyboard('{PageUp}')
  expect(screen.getByRole('grid', { name: 'Seats in Circle' })).toBeTruthy()
  await user.keyboard('{PageDown}{PageDown}')
  expect(screen.getByRole('grid', { name: 'Seats in Stalls' })).toBeTruthy()
  await user.keyboard('{PageUp}{Escape}')
  expect(document.activeElement?.textContent).toContain('Floor')
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('spinbutton', { name: 'Standing tickets' }))
})

test('moves to the next free seat by F: in this sector, else in the next one', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.click(screen.getByRole('button', { name: 'All sectors' }))
  await user.keyboard('{Enter}{ArrowDown}')
  expect(focused()).toBe('Row B, seat 2, 45.00 €, free')
  await user.keyboard('f')
  await waitFor(() => expect(focused()).toBe('Row B, seat 3, 45.00 €, free'))
  await user.keyboard('{PageUp}')
  expect(document.activeElement).toBe(screen.getByRole('spinbutton', { name: 'Standing tickets' }))
  await user.keyboard('f')
  await waitFor(() => expect(focused()).toBe('Row A, seat 2, 45.00 €, free'))
  act(() => void availability.apply([2, 3, 4, 5, 6, 7, 8].map((id) => ({ placeId: placeId(id), occupied: 1 }))))
  await user.keyboard('f')
  expect(await screen.findByRole('grid', { name: 'Seats in Circle' })).toBeTruthy()
  await waitFor(() => expect(focused()).toBe('Row C, seat 1, 22.50 €, free'))
})

test('chooses nothing of a past show, and shows no help for keys', async () => {
  const user = openList({ isOpen: false })
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('cell', { name: /Row A, seat 3/ }))
  expect(screen.queryByText(/Arrow keys/)).toBeNull()
  await user.keyboard('{PageUp}3')
  expect(focused() ?? document.activeElement?.tagName).toBe('INPUT')
  expect(chosen()).toBe('')
})
