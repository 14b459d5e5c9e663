import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { givenChoiceOptions } from '#client/testing/given-choice-options.ts'
import { givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { seenIn } from '#client/testing/seen-in.ts'
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
    const choice = useSeatChoice(availability, givenChoiceOptions)
    return (
      <>
        <button type="button" onClick={() => choice.actions.point(choice.chosen.tickets.size)}>
          choose a seat
        </button>
        <button type="button" onClick={() => choice.actions.point(10)}>
          choose the floor
        </button>
        <ChoicePanel
          choice={choice}
          availability={availability}
          eventType="OPERA"
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

test('repeats the reserve button below a list of more than six tickets', async () => {
  const { user } = openPanel()
  for (let seat = 0; seat < 6; seat++) await user.click(screen.getByText('choose a seat'))
  expect(reserveButtons()).toHaveLength(1)
  await user.click(screen.getByText('choose the floor'))
  expect(reserveButtons()).toHaveLength(2)
})

test('shows a busy button that keeps the focus and ignores a second click', async () => {
  const { user, onReserve } = openPanel({ isReserving: true })
  const [button] = reserveButtons()
  await user.click(button as HTMLElement)
  expect(onReserve).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(button?.getAttribute('aria-busy')).toBe('true')
  // Outside of the label, which is hidden while the button is busy.
  const spinner = button?.querySelector('.mantine-Loader-root')
  expect([spinner === null, spinner?.closest('.mantine-Button-inner')]).toEqual([false, null])
})

test('lists tickets with their price and the running total', async () => {
  const { user } = openPanel()
  await user.click(screen.getByText('choose a seat'))
  await user.click(screen.getByText('choose the floor'))
  await user.click(screen.getByText('choose the floor'))
  expect(screen.getAllByRole('listitem').map(seenIn)).toEqual(['Stalls, row A, seat 145.00 €', '2 × Floor18.00 €'])
  expect(screen.getByText('3 tickets, 63.00 €')).toBeTruthy()
})

test('removes a seat, or all tickets of a standing place', async () => {
  const { user, onReserve } = openPanel()
  await user.click(screen.getByText('choose a seat'))
  await user.click(screen.getByText('choose the floor'))
  await user.click(screen.getByText('choose the floor'))
  await user.click(screen.getByText('choose a seat'))
  await user.click(screen.getByRole('button', { name: 'Remove Stalls, row A, seat 1' }))
  await user.click(screen.getByRole('button', { name: 'Remove all 2 tickets for Floor' }))
  await user.click(screen.getByRole('button', { name: 'Reserve Selected Tickets' }))
  expect(onReserve).toHaveBeenCalledWith([3])
})

const floorField = () => screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Tickets for Floor' })

test('sets the number of standing tickets by a field', async () => {
  const { user, onReserve } = openPanel()
  await user.click(screen.getByText('choose the floor'))
  const field = await floorField()
  await user.click(field)
  await user.keyboard('6')
  expect(screen.getByText('6 tickets, 54.00 €')).toBeTruthy()
  await user.clear(field)
  await user.keyboard('5')
  await user.click(screen.getByRole('button', { name: 'Reserve Selected Tickets' }))
  expect(onReserve).toHaveBeenCalledWith([20, 20, 20, 20, 20])
})

test('steps the number of standing tickets by buttons, named after the place', async () => {
  const { user, onReserve } = openPanel()
  await user.click(screen.getByText('choose the floor'))
  await floorField()
  const [fewer, more] = ['fewer', 'more'].map((word) =>
    screen.getByRole('button', { name: `One ${word} ticket for Floor` }),
  )
  if (!fewer || !more) throw new Error('The buttons are missing')
  await user.click(more)
  await user.click(more)
  expect(screen.getByText('3 tickets, 27.00 €')).toBeTruthy()
  for (let press = 0; press < 4; press++) await user.click(fewer)
  expect(fewer.getAttribute('aria-disabled')).toBe('true')
  act(() => void availability.apply([{ placeId: placeId(20), occupied: 48 }]))
  await user.click(more)
  expect(more.getAttribute('aria-disabled')).toBe('true')
  await user.click(more)
  expect(screen.getByRole('note').textContent).toBe('Not enough standing places left')
  await user.click(screen.getByRole('button', { name: 'Reserve Selected Tickets' }))
  expect(onReserve).toHaveBeenCalledWith([20, 20])
})

test.each([
  { typed: '12', tickets: 12 },
  { typed: '1.5', tickets: 1 },
  { typed: '99999', tickets: 20 },
  { typed: '{Backspace}', tickets: 3 },
  { typed: '{Backspace}-', tickets: 3 },
  { typed: '{ArrowRight}0{Backspace}{Backspace}0', tickets: 0 },
  { typed: '0', tickets: 0 },
  { typed: '-3', tickets: 3 },
  { typed: '007', tickets: 7 },
  { typed: '0{Enter}', tickets: 0 },
])('shows $tickets chosen standing tickets when the field is left after "$typed"', async (example) => {
  const { user } = openPanel()
  for (let tickets = 0; tickets < 3; tickets++) await user.click(screen.getByText('choose the floor'))
  await user.click(await floorField())
  await user.keyboard(example.typed)
  await user.tab()
  const field = screen.queryByRole<HTMLInputElement>('spinbutton', { name: 'Tickets for Floor' })
  expect(Number(field?.value ?? 0)).toBe(example.tickets)
  if (field) expect(field.value).toBe(String(example.tickets))
  expect(screen.getByText(new RegExp(`^${example.tickets} tickets?, `))).toBeTruthy()
})

test('keeps the field while a new number is typed that begins with 0 or a minus', async () => {
  const { user } = openPanel()
  for (let tickets = 0; tickets < 10; tickets++) await user.click(screen.getByText('choose the floor'))
  const field = await floorField()
  await user.click(field)
  await user.keyboard('{Home}{Delete}')
  expect(field.value).toBe('0')
  await user.keyboard('2')
  expect(screen.getByText('20 tickets, 180.00 €')).toBeTruthy()
  for (const typed of ['0', '00', '-', '-3']) {
    field.select()
    await user.keyboard(typed)
    expect(screen.getByText('20 tickets, 180.00 €'), typed).toBeTruthy()
    expect(document.activeElement, typed).toBe(field)
  }
})

test('refuses more standing tickets than are free, with the reason', async () => {
  const { user } = openPanel()
  act(() => void availability.apply([{ placeId: placeId(20), occupied: 46 }]))
  await user.click(screen.getByText('choose the floor'))
  const field = await floorField()
  expect(field.max).toBe('4')
  await user.click(field)
  await user.keyboard('5')
  expect(screen.getByText('4 tickets, 36.00 €')).toBeTruthy()
  expect(screen.getByRole('note').textContent).toBe('Not enough standing places left')
})

test('moves the focus from a removed ticket to the next one, and then to the panel', async () => {
  const { user } = openPanel()
  await user.click(screen.getByText('choose a seat'))
  for (let tickets = 0; tickets < 2; tickets++) await user.click(screen.getByText('choose the floor'))
  screen.getByRole('button', { name: 'Remove Stalls, row A, seat 1' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove all 2 tickets for Floor' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Your tickets' }))
})

test('moves the focus to the next ticket when 0 is entered', async () => {
  const { user } = openPanel()
  await user.click(screen.getByText('choose the floor'))
  await user.click(screen.getByText('choose a seat'))
  await user.click(await floorField())
  await user.keyboard('0{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Stalls, row A, seat 2' }))
})

test('locks the number of tickets during the reservation without moving the focus', async () => {
  const { user } = openPanel({ isReserving: true })
  await user.click(screen.getByText('choose the floor'))
  const field = await floorField()
  await user.click(field)
  await user.keyboard('6')
  expect(screen.getByText('1 ticket, 9.00 €')).toBeTruthy()
  expect(document.activeElement).toBe(field)
})

test('marks the panel as empty only without a choice and without a message', async () => {
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
