import type { PlaceId } from '#domain/ids.ts'
import type { SeatChoiceAction } from '#domain/seat-choice/choice-reducer.ts'
import { separateLost, type SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { offeredPlaceAt } from './place-names.ts'
import type { SeatAvailability } from './seat-availability.ts'

export type ChoiceActions = {
  point(index: number): void
  setTickets(index: number, tickets: number): void
  /** Chooses exactly these places, a standing place once per ticket. Returns the resulting choice. */
  choose(indexes: readonly number[]): SeatChoice
  /** Restores an earlier choice, except for places that are no longer free. */
  restore(placeIds: SeatChoice): void
  /** Removes all tickets of a place. */
  remove(placeId: PlaceId): void
}

type Dispatch = (action: SeatChoiceAction) => void

/** Makes the actions that change a choice of places. */
export function choiceActions(availability: SeatAvailability, dispatch: Dispatch): ChoiceActions {
  const { model } = availability
  const offered = (index: number) => offeredPlaceAt(availability, index)
  function choose(indexes: readonly number[]): SeatChoice {
    const next = indexes.map((index) => model.placeIds[index] as PlaceId)
    dispatch({ type: 'choose', placeIds: next })
    return next
  }
  return {
    point: (index) => dispatch({ type: 'point', place: offered(index) }),
    setTickets: (index, tickets) => dispatch({ type: 'setTickets', place: offered(index), tickets }),
    choose,
    restore(earlier) {
      const { kept } = separateLost(earlier, (placeId) => availability.freeAt(placeId))
      choose(kept.flatMap((placeId) => model.indexOf(placeId) ?? []))
    },
    remove(placeId) {
      const index = model.indexOf(placeId)
      if (index !== undefined) dispatch({ type: 'remove', place: offered(index) })
    },
  }
}
