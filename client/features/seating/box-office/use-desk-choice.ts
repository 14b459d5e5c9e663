import { useMemo, useReducer } from 'react'
import { MAX_PLACES_AT_DESK } from '#contract/holds.ts'
import type { PlaceId } from '#domain/ids.ts'
import { initialSeatChoice, seatChoiceReducer } from '#domain/seat-choice/choice-reducer.ts'
import { choiceActions } from '../choice-actions.ts'
import { announcementText, objectionText } from '../choice-sentences.ts'
import { useChosenPlaces } from '../chosen-places.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { useChoiceLimits } from '../use-choice-limits.ts'
import { useLostPlaces } from '../use-lost-places.ts'
import type { Choice } from '../use-seat-choice.ts'

const ALLOWANCE = { limit: MAX_PLACES_AT_DESK, held: 0, perRequest: MAX_PLACES_AT_DESK }

type Options = { readonly isFailed: boolean; readonly isBusy: boolean; readonly initial: readonly PlaceId[] }

/** Keeps the choice of staff: like that of a customer, without a cart, without the limits, and after the start. */
export function useDeskChoice(availability: SeatAvailability, { isFailed, isBusy, initial }: Options): Choice {
  const { model } = availability
  const rules = { allowance: ALLOWANCE, hasStarted: false, isReserving: isBusy }
  const [state, dispatch] = useReducer(seatChoiceReducer(rules), undefined, () => initialSeatChoice(initial))
  const { placeIds } = state
  useLostPlaces(availability, state, { isUnanswered: () => isBusy, dispatch })
  const announcement = useMemo(() => announcementText(model, state.announcement), [model, state.announcement])
  return {
    placeIds,
    chosen: useChosenPlaces(model, placeIds),
    limits: useChoiceLimits(availability, placeIds, { ...rules, isFailed }),
    actions: choiceActions(availability, dispatch),
    objection: state.objection && objectionText(state.objection),
    announcement,
    lost: state.lost.flatMap(({ id }) => model.indexOf(id) ?? []),
  }
}
