import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { givenChoiceOptions } from '#client/testing/given-choice-options.ts'
import {
  givenRows,
  givenSeatingPlan,
  givenSeatModel,
  givenSector,
  givenState,
  placeId,
} from '#client/testing/given-seating-plan.ts'
import { seenIn } from '#client/testing/seen-in.ts'
import { ChoicePanel } from '../choice-panel.tsx'
import { SeatAvailability } from '../seat-availability.ts'
import { useSeatChoice } from '../use-seat-choice.ts'
import { FinderAnswer } from './finder-answer.tsx'
import { PriceFilter } from './price-filter.tsx'
import { SeatFinder } from './seat-finder.tsx'
import { useSeatFinder } from './use-seat-finder.ts'
// Loaded here, because the page loads it lazily.
import './best-places.ts'

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

function Harness({ held, isInterrupted }: { readonly held: number; readonly isInterrupted: boolean }) {
  const { model } = availability
  const choice = useSeatChoice(availability, { ...givenChoiceOptions, own: { held } })
  const finder = useSeatFinder({ availability, choice, eventType: 'OPERA' })
  const pick = (id: number) => choice.actions.point(model.indexOf(placeId(id)) ?? -1)
  return (
    <>
      <SeatFinder model={model} finder={finder} onSearch={() => void finder.chooseBest()} />
      <PriceFilter availability={availability} finder={finder} />
      <FinderAnswer finder={finder} isInterrupted={isInterrupted} />
      <button type="button" onClick={() => finder.showNextFree()}>
        next free
      </button>
      <input
        aria-label="place"
        onChange={({ currentTarget }) => currentTarget.value && pick(Number(currentTarget.value))}
      />
      <ChoicePanel
        choice={choice}
        availability={availability}
        eventType="OPERA"
        isReserving={false}
        reserveButton={null}
        onReserve={() => {}}
      />
    </>
  )
}

function open({ held = 0, isInterrupted = false } = {}) {
  render(<Harness held={held} isInterrupted={isInterrupted} />, {
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

const chosen = () => within(screen.getByRole('complementary')).queryAllByRole('listitem').map(seenIn)
const answer = () => document.querySelector('#seat-finder-answer')?.textContent
const highest = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Highest price' })
const price = (name: string) => screen.getByRole('button', { name })
const findBest = () => screen.getByRole('button', { name: 'Best available' })
const take = async (id: number) => act(async () => void availability.apply([{ placeId: placeId(id), occupied: 1 }]))

test('replaces the choice by the best seats for a party, and announces them', async () => {
  const { user, pick } = open()
  await pick(101)
  await user.click(findBest())
  expect(chosen()).toHaveLength(2)
  expect(screen.getByText(/^Stalls, row B, seats \d and \d selected\. 2 tickets, 90\.00 €\.$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await user.click(findBest())
  expect(chosen()).toHaveLength(3)
})

test('finds a wheelchair place and a companion seat if their filter is pressed, and never otherwise', async () => {
  const plan = givenSeatingPlan()
  const kinds = ['WHEELCHAIR', 'COMPANION', 'RESTRICTED_VIEW'] as const
  const places = givenRows(['A', 'B'], 4, 101).map((place, at) => {
    const kind = kinds[at - 4]
    return kind ? { ...place, kind } : place
  })
  const model = givenSeatModel({ ...plan, sectors: [givenSector({ id: 1, name: 'Stalls', places })] })
  availability = new SeatAvailability(model)
  const { user } = open()
  const filter = screen.getByRole('button', { name: 'Wheelchair place 1 free' })
  await user.click(findBest())
  expect(chosen().join(' ')).not.toContain('(')
  await user.click(filter)
  expect(filter.getAttribute('aria-pressed')).toBe('true')
  await user.click(findBest())
  expect(chosen()).toEqual([
    'Stalls, row B, seat 1 (wheelchair place)45.00 €',
    'Stalls, row B, seat 2 (companion seat)45.00 €',
  ])
  await take(105)
  await user.click(findBest())
  expect(answer()).toBe("There aren't enough wheelchair places with seats beside them.")
})

test('limits the party to the allowance, and can search again with a full choice', async () => {
  const { user, pick } = open({ held: 17 })
  const more = screen.getByRole<HTMLButtonElement>('button', { name: 'One more ticket' })
  await user.click(more)
  expect(more.disabled).toBe(true)
  await user.click(findBest())
  const places = chosen()
  expect(places).toHaveLength(3)
  expect(answer()).toBe("With the 17 you already hold, you've reached the limit of tickets for one show.")
  await user.click(screen.getByRole('button', { name: `Remove ${places[0]?.slice(0, -7)}` }))
  await pick(101)
  expect(chosen()).not.toEqual(places)
  expect(findBest().getAttribute('aria-disabled')).toBe('false')
  await user.click(findBest())
  expect(chosen()).toEqual(places)
})

test('explains before a search that the limit is reached', async () => {
  const { user } = open({ held: 20 })
  expect(findBest().getAttribute('aria-disabled')).toBe('true')
  expect(answer()).toBe('You can hold at most 20 reservations for one show. You already hold 20.')
  await user.click(findBest())
  expect(chosen()).toEqual([])
})

test('respects the highest price, and reports when nothing is left', async () => {
  const { user } = open()
  await user.selectOptions(highest(), 'up to 22.50 €')
  await user.click(findBest())
  expect(chosen()).toEqual(['Circle, row C, seat 122.50 €', 'Circle, row C, seat 222.50 €'])
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await user.click(findBest())
  expect(chosen()).toEqual(['3 × Floor27.00 €'])
  expect(answer()).toBe("There aren't enough seats left at 22.50 € or less, so these are standing places.")
  await act(async () => void availability.apply([{ placeId: placeId(20), occupied: 50 }]))
  await user.click(findBest())
  expect(answer()).toBe('Fewer than 3 seats are left at 22.50 € or less.')
})

test('toggles a price with its free places, and searches only there', async () => {
  const { user } = open()
  const circle = screen.getByRole('button', { name: '22.50 € 2 free' })
  await user.click(circle)
  expect(circle.getAttribute('aria-pressed')).toBe('true')
  await user.click(findBest())
  expect(chosen()[0]).toContain('Circle')
  await user.click(circle)
  expect(circle.getAttribute('aria-pressed')).toBe('false')
})

test('presses all prices up to the highest price, and shows pressed prices as a limit', async () => {
  const { user } = open()
  const [cheap, middle, dear] = ['9.00 € 50 free', '22.50 € 2 free', '45.00 € 12 free'].map(price)
  const pressed = () => [cheap, middle, dear].map((button) => button?.getAttribute('aria-pressed') === 'true')
  const shown = () => highest().selectedOptions[0]?.textContent
  await user.selectOptions(highest(), 'up to 22.50 €')
  expect(pressed()).toEqual([true, true, false])
  await user.click(middle as HTMLElement)
  expect(shown()).toBe('up to 9.00 €')
  await user.click(cheap as HTMLElement)
  expect(shown()).toBe('Any price')
  await user.click(dear as HTMLElement)
  expect(shown()).toBe('Prices as marked')
  await user.selectOptions(highest(), 'Any price')
  expect(pressed()).toEqual([false, false, false])
})

test('clears the answer after a change of party, price or choice', async () => {
  const { user, pick } = open()
  const refusal = "There aren't enough places left at this price."
  const ask = async () => {
    await user.click(findBest())
    expect(answer()).toBe(refusal)
  }
  await user.click(price('45.00 € 12 free'))
  for (let more = 0; more < 11; more++) await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await ask()
  await user.click(screen.getByRole('button', { name: 'One fewer ticket' }))
  expect(answer()).toBe('')
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await ask()
  await user.click(price('9.00 € 50 free'))
  expect(answer()).toBe('')
  await user.click(price('9.00 € 50 free'))
  await ask()
  await pick(101)
  expect(answer()).toBe('')
})

test('reports that only standing places are left at a price', async () => {
  const { user } = open()
  await user.click(price('9.00 € 50 free'))
  await user.click(screen.getByText('next free'))
  expect(answer()).toBe('Only standing places are left at this price.')
  await user.click(findBest())
  expect(chosen()).toEqual(['2 × Floor18.00 €'])
  expect(answer()).toBe('Only standing places are left at this price.')
})

test('reports the free seats and standing places if neither are enough', async () => {
  const { user } = open()
  await act(async () => void availability.apply([{ placeId: placeId(20), occupied: 49 }]))
  await user.selectOptions(highest(), 'up to 22.50 €')
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await user.click(findBest())
  expect(answer()).toBe('Only 2 seats and 1 standing place are left at 22.50 € or less.')
})

test('restores the choice made by hand, even after several searches', async () => {
  const { user, pick } = open()
  await user.click(findBest())
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await pick(101)
  const byHand = chosen()
  await user.click(findBest())
  await user.click(screen.getByRole('button', { name: 'One more ticket' }))
  await user.click(findBest())
  expect(answer()).toBe('Your previous selection was replaced.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(chosen()).toEqual(byHand)
  expect(document.activeElement?.contains(document.querySelector('#seat-finder-answer'))).toBe(true)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('offers no undo if the best seats were already chosen', async () => {
  const { user, pick } = open()
  for (const id of [112, 111]) await pick(id)
  await user.click(screen.getByRole('button', { name: 'Best available' }))
  expect(chosen()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('keeps a seat chosen by hand during a search', async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Best available' }))
  fireEvent.change(screen.getByLabelText('place'), { target: { value: '112' } })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(chosen()).toEqual(['Stalls, row B, seat 645.00 €'])
})

test('restores only the seats that are still free', async () => {
  const { user, pick } = open()
  for (const id of [101, 102]) await pick(id)
  await user.click(findBest())
  await take(101)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(chosen()).toEqual(['Stalls, row A, seat 245.00 €'])
})

test('shows that places may have changed while the stream is interrupted', () => {
  open({ isInterrupted: true })
  expect(screen.getByText('Availability may have changed; checking again …').tagName).toBe('OUTPUT')
})

test('points out an orphan seat, and offers a better choice', async () => {
  const { user, pick } = open()
  await pick(102)
  await pick(103)
  expect(await screen.findByText('This leaves row A, seat 1 on its own.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take row A, seats 1 and 2 instead' }))
  expect(chosen()).toEqual(['Stalls, row A, seat 145.00 €', 'Stalls, row A, seat 245.00 €'])
  expect(screen.queryByText(/on its own/)).toBeNull()
})

test('announces an orphan seat once, in a live region that existed before', async () => {
  const { user, pick } = open()
  const announcements = () =>
    screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('on its own'))
  await act(() => import('./seat-offer.tsx'))
  const liveRegions = screen.getAllByRole('status')
  await pick(102)
  await pick(103)
  await screen.findByText('This leaves row A, seat 1 on its own.')
  expect(announcements().map(({ textContent }) => textContent)).toEqual(['This leaves row A, seat 1 on its own.'])
  expect(liveRegions).toContain(announcements()[0])
  await user.click(screen.getByRole('button', { name: 'Take row A, seats 1 and 2 instead' }))
  expect(announcements()).toEqual([])
})

test('offers a replacement beside the rest for a lost seat', async () => {
  const { user, pick } = open()
  for (const id of [103, 104, 105]) await pick(id)
  await take(105)
  expect(screen.getByRole('note').textContent).toBe('Stalls, row A, seat 5 was just taken by someone else.')
  await user.click(await screen.findByRole('button', { name: 'Take row A, seat 2 instead' }))
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Your tickets' }))
  expect(chosen()).toEqual([3, 4, 2].map((seat) => `Stalls, row A, seat ${seat}45.00 €`))
  expect(screen.queryByText(/just taken/)).toBeNull()
})

test('lets the number of tickets be retyped, and restores it if left empty', async () => {
  const { user } = open()
  const field = screen.getByRole('spinbutton', { name: 'Tickets' })
  await user.click(field)
  await user.keyboard('{End}{Backspace}6')
  expect(field).toHaveProperty('value', '6')
  await user.clear(field)
  expect(field).toHaveProperty('value', '')
  await user.tab()
  expect(field).toHaveProperty('value', '6')
})
