import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { Cents } from '#domain/money.ts'
import type { PlaceKind } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import type { SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { browserIsIdle } from '#client/shell/browser-is-idle.ts'
import { lazyCode } from '#client/shell/lazy-code.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { isStanding } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import type { Choice } from '../use-seat-choice.ts'
import { classesUpTo, freeIn, limitOf, sectorsShown } from './prices-shown.ts'

/** The places shown in the middle of the map, or opened in the list. A candidate is not chosen yet. */
export type Spotlight = { readonly places: readonly number[]; readonly isCandidate: boolean }

/** The search for places: its conditions, the shown prices, and its result. */
export type SeatFinder = {
  readonly party: number
  /** The largest possible party. */
  readonly maxParty: number
  /** The shown and searched price classes. An empty set means all of them. */
  readonly shown: ReadonlySet<number>
  /** The shown and searched special kinds of seats. An empty set means all places, and a search for usual ones. */
  readonly kinds: ReadonlySet<PlaceKind>
  /** The highest shown price, if the shown price classes are exactly those up to a limit. */
  readonly maxPrice: Cents | undefined
  readonly spotlight: Spotlight | undefined
  /** The sentence about the found places, or the reason why there are none. */
  readonly answer: string | undefined
  /** Whether more tickets can be chosen. */
  readonly canTakeMore: boolean
  /** Whether the best places can be chosen. They replace the choice. */
  readonly canSearch: boolean
  /** Whether a search waits for its code to load. */
  readonly isSearching: boolean
  setParty(tickets: number): void
  setMaxPrice(price: Cents | undefined): void
  toggleClass(priceClass: number): void
  toggleKind(kind: PlaceKind): void
  /** Chooses the best places for the party. Returns whether there are any. */
  chooseBest(): Promise<boolean>
  /** Restores the choice made by hand; given while found places have replaced it. */
  readonly undo: (() => void) | undefined
  /** Shows the next free seat after this place, the candidate or the last chosen place, else the best seat. */
  showNextFree(after?: number): void
  /** Dismisses the candidate. */
  dismiss(): void
}

/** The parts of the choice that a search reads and changes. */
type FinderChoice = Pick<Choice, 'placeIds' | 'chosen' | 'limits' | 'actions'>

type FinderInput = {
  readonly availability: SeatAvailability
  readonly choice: FinderChoice
  readonly eventType: EventType
}

/** An answer, valid only for this choice and these conditions. `before`: the choice that found places replaced. */
type Answer = {
  readonly text: string
  readonly choice: SeatChoice
  readonly party: number
  readonly shown: ReadonlySet<number>
  readonly kinds: ReadonlySet<PlaceKind>
  readonly before: SeatChoice
}

/** The choice and the conditions at the start of a search. */
type SearchRequest = {
  readonly placeIds: SeatChoice
  readonly party: number
  readonly shown: ReadonlySet<number>
  readonly kinds: ReadonlySet<PlaceKind>
}

// Not part of the page's code, so that the plan appears earlier. Preloaded below.
export const searchCode = lazyCode(() => import('./best-places.ts'))

/** Finds places for a party in the shown price classes. */
export function useSeatFinder({ availability, choice, eventType }: FinderInput): SeatFinder {
  const { model } = availability
  const { limits, chosen, actions } = choice
  const [wantedParty, setWantedParty] = useState(2)
  const maxParty = Math.max(1, limits.maxParty)
  const party = Math.min(wantedParty, maxParty)
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  const [kinds, setKinds] = useState<ReadonlySet<PlaceKind>>(new Set())
  const [spotlight, setSpotlight] = useState<Spotlight>()
  const [lastAnswer, setLastAnswer] = useState<Answer>()
  const [isSearching, setSearching] = useState(false)

  const isForChoice = lastAnswer?.choice === choice.placeIds
  const isValid = isForChoice && lastAnswer.party === party && lastAnswer.shown === shown && lastAnswer.kinds === kinds
  const before = isForChoice ? lastAnswer.before : []
  const sectors = sectorsShown(model, shown)
  const maxPrice = limitOf(model, shown)

  const latest = useRef<SearchRequest>({ placeIds: choice.placeIds, party, shown, kinds })
  useLayoutEffect(() => {
    latest.current = { placeIds: choice.placeIds, party, shown, kinds }
  })

  useEffect(
    () =>
      void browserIsIdle()
        .then(searchCode.fetch)
        .catch(() => undefined),
    [],
  )
  const findBest = async (tickets: number) => {
    const wheelchairs = kinds.has('WHEELCHAIR') || kinds.has('COMPANION') ? 1 : 0
    const restrictedView = kinds.has('RESTRICTED_VIEW')
    const { bestPlaces } = await searchCode.fetch()
    return bestPlaces(availability, { tickets, sectors, wheelchairs, restrictedView, eventType, at: atPrices() })
  }

  function answerWith(text: string, changes: Partial<Answer> = {}) {
    setLastAnswer({ text, choice: choice.placeIds, party, shown, kinds, before, ...changes })
  }

  /** Limits the party, and tells why. */
  function setParty(tickets: number) {
    const wanted = Math.max(1, Math.floor(tickets) || 1)
    setWantedParty(Math.min(maxParty, wanted))
    if (wanted > maxParty) answerWith(limits.partyLimit, { party: maxParty })
  }

  function answerFailed(): false {
    answerWith(texts.searchFailed)
    return false
  }

  async function chooseBest(): Promise<boolean> {
    if (limits.closed) return false
    const request = { placeIds: choice.placeIds, party, shown, kinds }
    setSearching(!searchCode.loaded())
    const found = await findBest(party)
    // The customer has changed the choice or the conditions in the meantime.
    if (!isSameRequest(request, latest.current)) return false
    if (!found) {
      answerWith(refusal())
      return false
    }
    const { places, text } = found
    setSpotlight({ places, isCandidate: false })
    const next = actions.choose(places)
    // After repeated searches, undo still restores the choice made by hand.
    answerWith(text, {
      choice: next,
      before: isSameChoice(next, choice.placeIds) || isForChoice ? before : choice.placeIds,
    })
    return true
  }

  function refusal(): string {
    if (kinds.has('WHEELCHAIR') || kinds.has('COMPANION')) return texts.notEnoughWheelchairPlaces(atPrices())
    const { seats, standing } = freeIn(availability, sectors)
    // A party is not split between seats and standing places.
    if (seats + standing >= party) return texts.someOfEach(seats, standing, atPrices())
    const isLimit = shown.size === 0 || maxPrice !== undefined
    if (!isLimit) return texts.notAsMany(atPrices())
    return sentenceOf(problem('not_enough_places', { tickets: party, maxPrice }))
  }

  async function showNextFree(after = spotlight?.isCandidate ? spotlight.places[0] : chosen.places.at(-1)?.index) {
    if (limits.full) return
    const seat =
      after === undefined
        ? (await findBest(1))?.places.find((place) => !isStanding(model, place))
        : (await searchCode.fetch()).nextFree(availability, { sectors, kinds, chosen: chosen.tickets, after })
    if (seat !== undefined) return setSpotlight({ places: [seat], isCandidate: true })
    const { seats, standing } = freeIn(availability, sectors)
    const isStandingOnly = seats === 0 && standing > 0
    answerWith(isStandingOnly ? texts.onlyStanding(atPrices()) : texts.noOtherSeat(atPrices()))
  }

  function atPrices(): string {
    if (shown.size === 0) return ''
    if (shown.size === 1) return texts.atThisPrice
    return maxPrice === undefined ? texts.atThesePrices : texts.forUpTo(maxPrice)
  }

  return {
    party,
    maxParty,
    shown,
    kinds,
    maxPrice,
    spotlight,
    answer:
      limits.closed ??
      ((isValid && lastAnswer.text) || limits.full || (before.length > 0 ? texts.replaced : undefined)),
    canTakeMore: limits.full === undefined,
    canSearch: limits.closed === undefined,
    isSearching,
    setParty,
    setMaxPrice: (price) => setShown(classesUpTo(model, price)),
    toggleKind: (kind) => setKinds(kinds.symmetricDifference(new Set([kind]))),
    toggleClass: (priceClass) => setShown(shown.symmetricDifference(new Set([priceClass]))),
    chooseBest: () =>
      chooseBest()
        .catch(answerFailed)
        .finally(() => setSearching(false)),
    undo: before.length > 0 ? () => actions.restore(before) : undefined,
    showNextFree: (after) => void showNextFree(after).catch(answerFailed),
    dismiss: () => spotlight?.isCandidate && setSpotlight(undefined),
  }
}

function isSameRequest(one: SearchRequest, other: SearchRequest): boolean {
  return (
    one.placeIds === other.placeIds &&
    one.party === other.party &&
    one.shown === other.shown &&
    one.kinds === other.kinds
  )
}

/** Tells whether two choices have the same tickets in any order. */
function isSameChoice(one: SeatChoice, other: SeatChoice): boolean {
  const [first, second] = [one, other].map((choice) => choice.toSorted((a, b) => a - b).join())
  return first === second
}
