import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { givenChoiceOptions } from '#client/testing/given-choice-options.ts'
import { givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '../seat-availability.ts'
import { useSeatFinder } from '../seat-finder/use-seat-finder.ts'
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

afterEach(cleanup)

function Harness({ isOpen }: { readonly isOpen: boolean }) {
  const choice = useSeatChoice(availability, { ...givenChoiceOptions, hasStarted: !isOpen })
  const finder = useSeatFinder({ availability, choice, eventType: 'OPERA' })
  return (
    <>
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

test('the sectors come with price and free places, a closed one cannot be opened', () => {
  openList()
  const sectors = within(screen.getByRole('list', { name: 'Sectors' }))
  expect(sectors.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Stalls 45.00 € 7 of 8 free',
    'Circle 22.50 € 2 of 2 free',
    'Floor 9.00 € 40 of 50 free',
  ])
  expect(sectors.getByText('Not available')).toBeTruthy()
})

test('only the open sector is there, and its first free seat has the focus', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  const grid = screen.getByRole('grid', { name: 'Seats of Stalls' })
  expect(within(grid).getAllByRole('cell')).toHaveLength(8)
  expect(
    within(grid)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Row A', 'Row B'])
  expect(focused()).toBe('Row A, seat 2, 45.00 €, free')
})

test('seats are chosen by keyboard alone', async () => {
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
  expect(focused()).toBe('Row A, seat 2, 45.00 €, free')
})

test('the grid is one stop for the Tab key', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.keyboard('{ArrowDown}')
  const stops = screen.getAllByRole('cell').filter((cell) => cell.tabIndex === 0)
  expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual([focused()])
})

test('Page Down leads to the next sector, Escape back to where one came from', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.keyboard('{PageDown}')
  expect(screen.getByRole('grid', { name: 'Seats of Circle' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(document.activeElement?.textContent).toContain('Circle')
})

test('a seat taken by somebody else meanwhile is told as taken', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  act(() => void availability.apply([{ placeId: placeId(2), occupied: 1 }]))
  expect(focused()).toBe('Row A, seat 2, 45.00 €, taken')
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
})

test('standing tickets are a number, up to what is free', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Floor/ }))
  const field = screen.getByRole('spinbutton', { name: 'Standing tickets' })
  await user.clear(field)
  await user.type(field, '3')
  expect(chosen()).toBe('20 20 20')
})

test('a number of standing tickets, however it was typed, is what is chosen as soon as it is left', async () => {
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

test('a sector to stand in opens at its number, and the keys lead on from there', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Circle/ }))
  await user.keyboard('{PageDown}')
  const field = screen.getByRole('spinbutton', { name: 'Standing tickets' })
  expect(document.activeElement).toBe(field)
  await user.keyboard('2')
  expect(chosen()).toBe('20 20')
  await user.keyboard('{PageUp}')
  expect(screen.getByRole('grid', { name: 'Seats of Circle' })).toBeTruthy()
  await user.keyboard('{PageDown}{PageDown}')
  expect(screen.getByRole('grid', { name: 'Seats of Stalls' })).toBeTruthy()
  await user.keyboard('{PageUp}{Escape}')
  expect(document.activeElement?.textContent).toContain('Floor')
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('spinbutton', { name: 'Standing tickets' }))
})

test('F leads from wherever one is to the next free seat: in this sector, or else in the next one', async () => {
  const user = openList()
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.click(screen.getByRole('button', { name: 'All sectors' }))
  await user.keyboard('{Enter}{ArrowDown}')
  expect(focused()).toBe('Row B, seat 2, 45.00 €, free')
  await user.keyboard('f')
  expect(focused()).toBe('Row B, seat 3, 45.00 €, free')
  await user.keyboard('{PageUp}')
  expect(document.activeElement).toBe(screen.getByRole('spinbutton', { name: 'Standing tickets' }))
  await user.keyboard('f')
  expect(focused()).toBe('Row A, seat 2, 45.00 €, free')
  act(() => void availability.apply([2, 3, 4, 5, 6, 7, 8].map((id) => ({ placeId: placeId(id), occupied: 1 }))))
  await user.keyboard('f')
  expect(screen.getByRole('grid', { name: 'Seats of Circle' })).toBeTruthy()
  expect(focused()).toBe('Row C, seat 1, 22.50 €, free')
})

test('of a show that has happened nothing can be chosen, and no keys are told', async () => {
  const user = openList({ isOpen: false })
  await user.click(screen.getByRole('button', { name: /Stalls/ }))
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('cell', { name: /Row A, seat 3/ }))
  expect(screen.queryByText(/Arrow keys/)).toBeNull()
  await user.keyboard('{PageUp}3')
  expect(focused() ?? document.activeElement?.tagName).toBe('INPUT')
  expect(chosen()).toBe('')
})
