import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach } from 'vitest'
import { givenChoiceOptions } from './given-choice-options.ts'
import { givenRows, givenSeatingPlan, givenSeatModel, givenSector, givenState, placeId } from './given-seating-plan.ts'
import { seenIn } from './seen-in.ts'
import { ChoicePanel } from '#client/features/seating/choice-panel.tsx'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import type { SeatModel } from '#client/features/seating/seat-model.ts'
import { useSeatChoice } from '#client/features/seating/use-seat-choice.ts'
import { FinderAnswer } from '#client/features/seating/seat-finder/finder-answer.tsx'
import { PriceFilter } from '#client/features/seating/seat-finder/price-filter.tsx'
import { SeatFinder } from '#client/features/seating/seat-finder/seat-finder.tsx'
import { useSeatFinder } from '#client/features/seating/seat-finder/use-seat-finder.ts'
// Loaded here, because the page loads it lazily.
import '#client/features/seating/seat-finder/best-places.ts'

export let availability: SeatAvailability

/** Opens a plan with two rows of six seats and standing room before each test of a file, and cleans up after it. */
export function givenFinderPlan(): void {
  beforeEach(openPlan)
  afterEach(cleanup)
}

/** Replaces the plan by another one, in which everything is free. */
export function givenModel(model: SeatModel): void {
  availability = new SeatAvailability(model)
}

function openPlan(): void {
  const plan = givenSeatingPlan()
  const stalls = givenSector({ id: 1, name: 'Stalls', places: givenRows(['A', 'B'], 6, 101) })
  const model = givenSeatModel({ ...plan, sectors: [stalls, ...plan.sectors.slice(1)] })
  givenModel(model)
  const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 0, capacity: 50 }]
  availability.replace(givenState(model, { reservations: [], capacities }))
}

function Harness({ held, isInterrupted }: { readonly held: number; readonly isInterrupted: boolean }) {
  const { model } = availability
  const choice = useSeatChoice(availability, { ...givenChoiceOptions, own: { held } })
  const finder = useSeatFinder({ availability, choice, eventType: 'OPERA' })
  const pick = (id: number) => choice.actions.point(model.indexOf(placeId(id)) ?? -1)
  return (
    <>
      <SeatFinder model={model} finder={finder} onSearch={() => void finder.chooseBest()} />
      <PriceFilter availability={availability} finder={finder} />
      <FinderAnswer availability={availability} finder={finder} isInterrupted={isInterrupted} />
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

/** Renders search, prices, answer and choice together. */
export function open({ held = 0, isInterrupted = false } = {}) {
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

export const chosen = () => within(screen.getByRole('complementary')).queryAllByRole('listitem').map(seenIn)
export const answer = () => document.querySelector('#seat-finder-answer')?.textContent
export const highest = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Highest price' })
export const price = (name: string) => screen.getByRole('button', { name })
export const findBest = () => screen.getByRole('button', { name: 'Best available' })
export const take = async (id: number) =>
  act(async () => void availability.apply([{ placeId: placeId(id), occupied: 1 }]))
