import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  givenRows,
  givenSeatingPlan,
  givenSeatModel,
  givenSector,
  givenState,
  placeId,
} from '#client/testing/given-seating-plan.ts'
import { ChoicePanel } from '../choice-panel.tsx'
import { SeatAvailability } from '../seat-availability.ts'
import { useSeatChoice } from '../use-seat-choice.ts'
import { PriceFilter } from './price-filter.tsx'
import { SeatFinder } from './seat-finder.tsx'
import { useSeatFinder } from './use-seat-finder.ts'

let availability: SeatAvailability
beforeEach(() => {
  const plan = givenSeatingPlan()
  const stalls = givenSector({ id: 1, name: 'Stalls', places: givenRows(['A', 'B'], 6, 101) })
  const model = givenSeatModel({ ...plan, sectors: [stalls, ...plan.sectors.slice(1)] })
  availability = new SeatAvailability(model)
  const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 0, capacity: 50 }]
  availability.replace(givenState(model, { reservations: [], capacities }))
})
afterEach(cleanup)

function Harness({ held }: { readonly held: number }) {
  const { model } = availability
  const choice = useSeatChoice(availability, { hasStarted: false, held, isHeld: () => false })
  const finder = useSeatFinder({ availability, choice, eventType: 'OPERA' })
  const offering = { availability, eventType: 'OPERA' as const }
  const pick = (id: number) => choice.point(model.indexOf(placeId(id)) ?? -1)
  return (
    <>
      <SeatFinder model={model} finder={finder} onAsk={finder.chooseBest} />
      <PriceFilter availability={availability} finder={finder} />
      <p data-testid="answer">{finder.answer}</p>
      <input
        aria-label="place"
        onChange={({ currentTarget }) => currentTarget.value && pick(Number(currentTarget.value))}
      />
      <ChoicePanel choice={choice} offering={offering} isReserving={false} reserveButton={null} onReserve={() => {}} />
    </>
  )
}

function open({ held = 0 } = {}) {
  render(<Harness held={held} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  })
  const user = userEvent.setup()
  const pick = async (id: number) => {
    await user.clear(screen.getByLabelText('place'))
    await user.click(screen.getByLabelText('place'))
    await user.paste(String(id))
  }
  return { user, pick }
}

const chosen = () =>
  within(screen.getByRole('complementary'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const findBest = () => screen.getByRole('button', { name: 'Best available' })
const take = async (id: number) => act(async () => void availability.apply([{ placeId: placeId(id), occupied: 1 }]))

test('the best seats for a party are chosen instead of what was chosen, and told', async () => {
  const { user, pick } = open()
  await pick(101)
  await user.click(findBest())
  expect(chosen()).toHaveLength(2)
  expect(screen.getByText(/^Stalls, row B, seats \d and \d selected\. 2 tickets, 90\.00 €\.$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One ticket more' }))
  await user.click(findBest())
  expect(chosen()).toHaveLength(3)
})

test('a party is no larger than what may still be reserved, and at the limit nothing more is offered', async () => {
  const { user } = open({ held: 17 })
  const more = screen.getByRole<HTMLButtonElement>('button', { name: 'One ticket more' })
  await user.click(more)
  expect(more.disabled).toBe(true)
  await user.click(findBest())
  const places = chosen()
  expect(places).toHaveLength(3)
  expect(screen.getByTestId('answer').textContent).toBe('You can hold at most 20 reservations for one show.')
  expect(findBest().getAttribute('aria-disabled')).toBe('true')
  await user.click(findBest())
  expect(chosen()).toEqual(places)
})

test('the highest price is kept, and a sentence says when nothing is left for it', async () => {
  const { user } = open()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Highest price' }), 'up to 22.50 €')
  await user.click(findBest())
  expect(chosen()).toEqual(['Circle, row C, seat 122.50 €', 'Circle, row C, seat 222.50 €'])
  await user.click(screen.getByRole('button', { name: 'One ticket more' }))
  await user.click(findBest())
  expect(chosen()).toEqual(['3 × Floor27.00 €'])
  expect(screen.getByTestId('answer').textContent).toBe('There are not as many seats left: these are standing places.')
  await act(async () => void availability.apply([{ placeId: placeId(20), occupied: 50 }]))
  await user.click(findBest())
  expect(screen.getByTestId('answer').textContent).toBe('There are no 3 places left for up to 22.50 € each.')
})

test('a price is pressed and let go, with what is free at it; the best seats are sought among those', async () => {
  const { user } = open()
  const circle = screen.getByRole('button', { name: '22.50 € 2 free' })
  await user.click(circle)
  expect(circle.getAttribute('aria-pressed')).toBe('true')
  await user.click(findBest())
  expect(chosen()[0]).toContain('Circle')
  await user.click(circle)
  expect(circle.getAttribute('aria-pressed')).toBe('false')
})

test('a highest price lets a pressed price go, and the other way round', async () => {
  const { user } = open()
  const stalls = screen.getByRole('button', { name: '45.00 € 12 free' })
  const limit = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Highest price' })
  await user.click(stalls)
  await user.selectOptions(limit, 'up to 22.50 €')
  expect(stalls.getAttribute('aria-pressed')).toBe('false')
  await user.click(findBest())
  expect(chosen()[0]).toContain('Circle')
  await user.click(stalls)
  expect(limit.selectedOptions[0]?.textContent).toBe('Any price')
  for (let more = 0; more < 11; more++) await user.click(screen.getByRole('button', { name: 'One ticket more' }))
  await user.click(findBest())
  expect(screen.getByTestId('answer').textContent).toBe('There are not as many places left at this price.')
})

test('a seat that would be left alone is pointed out, and one tap mends it', async () => {
  const { user, pick } = open()
  await pick(102)
  await pick(103)
  expect(await screen.findByText('This leaves row A, seat 1 alone.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take row A, seats 1 and 2 instead' }))
  expect(chosen()).toEqual(['Stalls, row A, seat 145.00 €', 'Stalls, row A, seat 245.00 €'])
  expect(screen.queryByText(/alone/)).toBeNull()
})

test('for a lost seat another one beside the rest is offered', async () => {
  const { user, pick } = open()
  for (const id of [103, 104, 105]) await pick(id)
  await take(105)
  expect(screen.getByRole('note').textContent).toBe('Stalls, row A, seat 5 was just taken by someone else.')
  await user.click(await screen.findByRole('button', { name: 'Take row A, seat 2 instead' }))
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Your tickets' }))
  expect(chosen()).toEqual([3, 4, 2].map((seat) => `Stalls, row A, seat ${seat}45.00 €`))
  expect(screen.queryByText(/just taken/)).toBeNull()
})

test('the number of tickets can be deleted and typed anew; left empty it is what it was', async () => {
  const { user } = open()
  const field = screen.getByRole('spinbutton')
  await user.click(field)
  await user.keyboard('{End}{Backspace}6')
  expect(field).toHaveProperty('value', '6')
  await user.clear(field)
  expect(field).toHaveProperty('value', '')
  await user.tab()
  expect(field).toHaveProperty('value', '6')
})
