import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { givenSeatModel, givenState, placeId, showId } from '#client/testing/given-seating-plan.ts'
import { ChoicePanel } from './choice-panel.tsx'
import { SeatAvailability } from './seat-availability.ts'
import { useSeatChoice } from './use-seat-choice.ts'

afterEach(cleanup)

let availability: SeatAvailability
beforeEach(() => {
  availability = new SeatAvailability(givenSeatModel())
  availability.replace(
    givenState(availability.model, {
      reservations: [],
      capacities: [{ seatingPlanPlaceId: placeId(20), occupied: 0, capacity: 50 }],
    }),
  )
})

function openPanel({ isReserving = false } = {}) {
  const onReserve = vi.fn<(placeIds: readonly number[]) => void>()
  function Harness() {
    const choice = useSeatChoice(availability, { showId, hasStarted: false, held: 0, isHeld: () => false })
    return (
      <>
        <button type="button" onClick={() => choice.point(choice.chosen.size)}>
          choose a seat
        </button>
        <button type="button" onClick={() => choice.point(10)}>
          choose the floor
        </button>
        <ChoicePanel
          choice={choice}
          offering={{ availability, eventType: 'OPERA' }}
          isReserving={isReserving}
          reserveButton={null}
          onReserve={() => onReserve(choice.placeIds)}
        />
      </>
    )
  }
  render(<Harness />, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> })
  return { user: userEvent.setup(), onReserve }
}

const reserveButtons = () => screen.getAllByRole('button', { name: 'Reserve Selected Tickets' })

test('the button stands there once for up to six tickets, and below the list as well for more', async () => {
  const { user } = openPanel()
  for (let seat = 0; seat < 6; seat++) await user.click(screen.getByText('choose a seat'))
  expect(reserveButtons()).toHaveLength(1)
  await user.click(screen.getByText('choose the floor'))
  expect(reserveButtons()).toHaveLength(2)
})

test('the button that works shows it, keeps the focus and is not pressed twice', async () => {
  const { user, onReserve } = openPanel({ isReserving: true })
  const [button] = reserveButtons()
  await user.click(button as HTMLElement)
  expect(onReserve).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(button?.getAttribute('aria-busy')).toBe('true')
  // Outside of what is hidden while it works.
  const spinner = button?.querySelector('.mantine-Loader-root')
  expect([spinner === null, spinner?.closest('.mantine-Button-inner')]).toEqual([false, null])
})

test('tickets are listed with their price and the running total', async () => {
  const { user } = openPanel()
  await user.click(screen.getByText('choose a seat'))
  await user.click(screen.getByText('choose the floor'))
  await user.click(screen.getByText('choose the floor'))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Stalls, row A, seat 145.00 €',
    '2 × Floor18.00 €',
  ])
  expect(screen.getByText('3 tickets, 63.00 €')).toBeTruthy()
})

test('a ticket is removed by its name; of several for the floor, one at a time', async () => {
  const { user, onReserve } = openPanel()
  await user.click(screen.getByText('choose a seat'))
  await user.click(screen.getByText('choose the floor'))
  await user.click(screen.getByText('choose the floor'))
  await user.click(screen.getByRole('button', { name: 'Remove Stalls, row A, seat 1' }))
  await user.click(screen.getByRole('button', { name: 'Remove one ticket for Floor' }))
  await user.click(screen.getByRole('button', { name: 'Reserve Selected Tickets' }))
  expect(onReserve).toHaveBeenCalledWith([20])
})

test('the focus goes on from what is removed to the next ticket, then to the panel', async () => {
  const { user } = openPanel()
  await user.click(screen.getByText('choose a seat'))
  for (let tickets = 0; tickets < 2; tickets++) await user.click(screen.getByText('choose the floor'))
  screen.getByRole('button', { name: 'Remove Stalls, row A, seat 1' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove one ticket for Floor' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Floor' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Your tickets' }))
})

test('the panel stands aside only while there is nothing chosen and nothing to tell', async () => {
  const { user } = openPanel()
  const panel = screen.getByRole('complementary', { name: 'Your tickets' })
  expect(panel.dataset['empty']).toBe('true')
  await user.click(screen.getByText('choose a seat'))
  expect(panel.dataset['empty']).toBe('false')
  act(() => void availability.apply([{ placeId: placeId(1), occupied: 1 }]))
  expect(screen.getByText('0 tickets, 0.00 €')).toBeTruthy()
  expect(screen.getByRole('note').textContent).toBe('Stalls, row A, seat 1 was just taken by someone else.')
  expect(panel.dataset['empty']).toBe('false')
})
