import type { PlaceId } from '../ids.ts'
import { problem, type Problem } from '../problem.ts'
import {
  withPlaceToggled,
  separateLost,
  withTickets,
  type Allowance,
  type ChangedChoice,
  type Objection,
  type OfferedPlace,
  type SeatChoice,
} from './seat-choice.ts'

/** The last event, for a screen reader. `choice` is the choice right after it. */
export type Announcement =
  | { readonly kind: 'planLoaded' | 'isReserving' }
  | { readonly kind: 'added' | 'removed'; readonly place: OfferedPlace; readonly choice: SeatChoice }
  | { readonly kind: 'chosen'; readonly choice: SeatChoice }
  | { readonly kind: 'refused'; readonly objection: Objection }

export type SeatChoiceState = {
  readonly placeIds: SeatChoice
  /** The reason against the last change, or the loss of chosen places; undefined after the next change. */
  readonly objection: Objection | undefined
  /** The places lost since the last change, once per ticket, in their state at the latest loss. */
  readonly lost: readonly OfferedPlace[]
  readonly announcement: Announcement | undefined
}

export type SeatChoiceAction =
  /** The plan has arrived: restores the choice made before a reload. */
  | { readonly type: 'loadPlan'; readonly placeIds: SeatChoice }
  | { readonly type: 'point'; readonly place: OfferedPlace }
  | { readonly type: 'setTickets'; readonly place: OfferedPlace; readonly tickets: number }
  /** Replaces the choice. The caller has checked that the places are free. */
  | { readonly type: 'choose'; readonly placeIds: SeatChoice }
  /** Removes all tickets of a place. */
  | { readonly type: 'remove'; readonly place: OfferedPlace }
  /** Drops tickets that are no longer free. `places`: the current state of the chosen and the lost places. */
  | { readonly type: 'losePlaces'; readonly places: readonly OfferedPlace[] }
  | { readonly type: 'announceLost'; readonly places: readonly OfferedPlace[] }
  /** The choice has become a reservation. */
  | { readonly type: 'finishReserving' }

/** The conditions for a change of the choice. While `isReserving`, the customer cannot change it. */
export type ChoiceRules = {
  readonly allowance: Allowance
  readonly hasStarted: boolean
  readonly isReserving: boolean
}

/** Creates the state of a choice without announcement, objection and losses. */
export function initialSeatChoice(placeIds: SeatChoice): SeatChoiceState {
  return { placeIds, objection: undefined, lost: [], announcement: undefined }
}

/** Makes the reducer that applies the current rules. */
export function seatChoiceReducer(rules: ChoiceRules) {
  return (state: SeatChoiceState, action: SeatChoiceAction): SeatChoiceState => {
    switch (action.type) {
      case 'loadPlan':
        return { ...state, placeIds: action.placeIds, announcement: { kind: 'planLoaded' } }
      case 'losePlaces':
        return withoutLost(state, action.places)
      case 'announceLost':
        return { ...state, announcement: { kind: 'refused', objection: objectionToLost(action.places) } }
      case 'finishReserving':
        return { ...state, placeIds: [], announcement: undefined }
      default:
        return rules.isReserving ? { ...state, announcement: { kind: 'isReserving' } } : change(state, action, rules)
    }
  }
}

type Change = Extract<SeatChoiceAction, { type: 'point' | 'setTickets' | 'choose' | 'remove' }>

function change(state: SeatChoiceState, action: Change, { allowance, hasStarted }: ChoiceRules): SeatChoiceState {
  const { placeIds } = state
  switch (action.type) {
    case 'point':
      if (hasStarted) return refused(state, problem('show_started'))
      return changed(state, action.place, withPlaceToggled(placeIds, action.place, allowance))
    case 'setTickets':
      if (hasStarted) return refused(state, problem('show_started'))
      return changed(state, action.place, withTickets(placeIds, action.place, action.tickets, allowance))
    case 'choose':
      return { ...initialSeatChoice(action.placeIds), announcement: { kind: 'chosen', choice: action.placeIds } }
    case 'remove':
      return afterChange(placeIds, action.place, withTickets(placeIds, action.place, 0, allowance).choice)
  }
}

function changed(state: SeatChoiceState, place: OfferedPlace, { choice, objection }: ChangedChoice): SeatChoiceState {
  const isChanged = choice.length !== state.placeIds.length
  const next = isChanged ? afterChange(state.placeIds, place, choice) : state
  return objection ? refused(next, objection) : next
}

/** Clears earlier refusals and losses after a change. */
function afterChange(before: SeatChoice, place: OfferedPlace, choice: SeatChoice): SeatChoiceState {
  const kind = choice.length > before.length ? 'added' : 'removed'
  return { ...initialSeatChoice(choice), announcement: { kind, place, choice } }
}

function refused(state: SeatChoiceState, objection: Objection): SeatChoiceState {
  return { ...state, objection, announcement: { kind: 'refused', objection } }
}

function withoutLost(state: SeatChoiceState, places: readonly OfferedPlace[]): SeatChoiceState {
  const current = new Map<PlaceId, OfferedPlace>(places.map((place) => [place.id, place]))
  const { kept, lost: ids } = separateLost(state.placeIds, (id) => current.get(id)?.free ?? Infinity)
  if (ids.length === 0) return state
  const before = state.lost.map((place) => current.get(place.id) ?? place)
  const lost = [...before, ...ids.flatMap((id) => current.get(id) ?? [])]
  return { ...state, placeIds: kept, lost, objection: objectionToLost(lost) }
}

/** Names the lost seats, and which of them the customer owns; standing places only if no seat was lost. */
function objectionToLost(lost: readonly OfferedPlace[]): Problem {
  const seats = lost.filter(({ isStanding }) => !isStanding)
  if (seats.length === 0) return problem('standing_full')
  const named = (isOwn: boolean) => seats.filter(({ own }) => (own !== undefined) === isOwn).map(({ name }) => name)
  return problem('seats_taken', { places: named(false), own: named(true) })
}
