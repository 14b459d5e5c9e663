import { useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { MAX_PLACES_PER_CALL } from '#contract/tickets.ts'
import type { ShowId } from '#domain/ids.ts'
import { initialSeatChoice, seatChoiceReducer } from '#domain/seat-choice/choice-reducer.ts'
import type { SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { type ChoiceActions, choiceActions } from './choice-actions.ts'
import { announcementText, objectionText } from './choice-sentences.ts'
import { useChosenPlaces, type ChosenPlaces } from './chosen-places.ts'
import { keptChoice, useKeptChoice } from './kept-choice.ts'
import { NOT_LOADED, type SeatAvailability } from './seat-availability.ts'
import { texts } from './seating.texts.ts'
import { useChoiceLimits, type ChoiceLimits } from './use-choice-limits.ts'
import { useLostPlaces } from './use-lost-places.ts'
import type { OwnPlaces } from './use-own-places.ts'
import type { Reservation } from './use-reservation.ts'

/** The customer's choice, shared by the map, the list and the panel. */
export type Choice = {
  readonly placeIds: SeatChoice
  readonly chosen: ChosenPlaces
  readonly limits: ChoiceLimits
  readonly actions: ChoiceActions
  /** The reason against the last change. */
  readonly objection: string | undefined
  /** The last change, for screen readers. */
  readonly announcement: string
  /** The places that other buyers took since the last change. */
  readonly lost: readonly number[]
}

export type SeatChoiceOptions = {
  readonly showId: ShowId
  readonly hasStarted: boolean
  /** Whether the plan could not be loaded. */
  readonly isFailed: boolean
  /** The number of tickets of this show that a customer may hold reserved. */
  readonly limit: number
  readonly own: OwnPlaces
  readonly reservation: Pick<Reservation, 'isReserving' | 'reserved' | 'isUnanswered'>
}

const NOTHING: SeatChoice = []

/** Keeps the choice for a show, and derives the data that the page shows. */
export function useSeatChoice(availability: SeatAvailability, options: SeatChoiceOptions): Choice {
  const { showId, hasStarted, isFailed, limit, own, reservation } = options
  const { isReserving, reserved, isUnanswered } = reservation
  const { model } = availability
  const isKnown = availability !== NOT_LOADED
  const rules = { allowance: { limit, held: own.held, perRequest: MAX_PLACES_PER_CALL }, hasStarted, isReserving }
  const kept = () =>
    hasStarted ? NOTHING : keptChoice(showId).filter((placeId) => model.indexOf(placeId) !== undefined)

  const [state, dispatch] = useReducer(seatChoiceReducer(rules), undefined, () => initialSeatChoice(kept()))
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) {
    setWasKnown(true)
    dispatch({ type: 'loadPlan', placeIds: kept() })
  }
  const { placeIds } = state
  if (placeIds === reserved) dispatch({ type: 'finishReserving' })

  const chosen = useChosenPlaces(model, placeIds)
  const limits = useChoiceLimits(availability, placeIds, { ...rules, isFailed })
  const announcement = useMemo(() => announcementText(model, state.announcement), [model, state.announcement])
  const lost = useMemo(
    () => state.lost.flatMap(({ id, own }) => (own ? [] : (model.indexOf(id) ?? []))),
    [model, state.lost],
  )
  useKeptChoice(showId, placeIds)
  useLostPlaces(availability, state, { isUnanswered, reloadOwn: own.reload, dispatch })

  // A search for places may have begun before the choice was locked.
  const latest = useRef({ placeIds, isReserving })
  useLayoutEffect(() => {
    latest.current = { placeIds, isReserving }
  })

  const shared = choiceActions(availability, dispatch)
  const actions: ChoiceActions = {
    ...shared,
    choose(indexes) {
      const next = shared.choose(indexes)
      return latest.current.isReserving ? latest.current.placeIds : next
    },
  }

  return {
    placeIds,
    chosen,
    limits,
    actions,
    objection: state.objection && objectionText(state.objection),
    announcement: isKnown || isFailed ? announcement : texts.loading,
    lost,
  }
}
