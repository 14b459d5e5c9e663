import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import type { EventType } from '#domain/event-types.ts'
import type { Cents } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import type { SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { lazyCode } from '#client/shell/lazy-code.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { isStanding } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import type { Choice } from '../use-seat-choice.ts'
import { nextFree } from './next-free.ts'
import { classesUpTo, freeIn, highestOf, sectorsShown } from './prices-shown.ts'

/** Places to look at now: in the middle of the map, or open in the list. A candidate is not chosen yet. */
export type Spotlight = { readonly places: readonly number[]; readonly isCandidate: boolean }

/** What a party wants, what is shown to it, and what was found for it. */
export type SeatFinder = {
  readonly party: number
  /** The largest party there can be. */
  readonly most: number
  /** Price classes that are shown, and sought among; none: all of them. */
  readonly shown: ReadonlySet<number>
  /** The highest price shown, if all below it are too and not all there are. */
  readonly maxPrice: Cents | undefined
  readonly spotlight: Spotlight | undefined
  /** What is to be said about what was found, or why nothing was or can be. */
  readonly answer: string | undefined
  /** Whether anything more can be chosen. */
  readonly isOpen: boolean
  /** Whether the best places can be asked for: they are chosen instead of what was. */
  readonly canAsk: boolean
  /** Whether they were asked for, and the code that seeks them is still on its way. */
  readonly isSeeking: boolean
  setParty(tickets: number): void
  setMaxPrice(price: Cents | undefined): void
  toggleClass(priceClass: number): void
  /** Chooses the best places for the party. Answers whether there are any. */
  chooseBest(): Promise<boolean>
  /** Goes back to what was chosen by hand before the best places were, as long as they are the choice. */
  readonly undo: (() => void) | undefined
  /** Turns to the next free seat: after this place, or the one looked at or chosen last, or else to the best of all. */
  showNextFree(after?: number): void
  /** Turns away from a candidate. */
  dismiss(): void
}

/** The parts of the choice that a search reads and changes. */
type FinderChoice = Pick<Choice, 'placeIds' | 'chosen' | 'limits' | 'actions'>

type Asked = { readonly availability: SeatAvailability; readonly choice: FinderChoice; readonly eventType: EventType }

/** What was said, and of what: it is true of nothing else. `before`: what the found places took the place of. */
type Answer = {
  readonly text: string
  readonly choice: SeatChoice
  readonly party: number
  readonly shown: ReadonlySet<number>
  readonly before: SeatChoice
}

/** What the best places are sought for. */
type SearchRequest = { readonly placeIds: SeatChoice; readonly party: number; readonly shown: ReadonlySet<number> }

// The plan is there without it, and mostly it is there before anybody asks.
const search = lazyCode(() => import('./best-places.ts'))

/** Seeks places for a party among those that are shown. */
export function useSeatFinder({ availability, choice, eventType }: Asked): SeatFinder {
  const { model } = availability
  const { limits, chosen, actions } = choice
  const [wanted, setWanted] = useState(2)
  const most = Math.max(1, limits.maxParty)
  const party = Math.min(wanted, most)
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  const [spotlight, setSpotlight] = useState<Spotlight>()
  const [said, setSaid] = useState<Answer>()
  const [isSeeking, setSeeking] = useState(false)

  const isOfChoice = said?.choice === choice.placeIds
  const isTrue = isOfChoice && said.party === party && said.shown === shown
  const before = isOfChoice ? said.before : []
  const sectors = sectorsShown(model, shown)
  const maxPrice = highestOf(model, shown)

  const latest = useRef<SearchRequest>({ placeIds: choice.placeIds, party, shown })
  useLayoutEffect(() => {
    latest.current = { placeIds: choice.placeIds, party, shown }
  })

  useEffect(() => void search.fetch().catch(() => undefined), [])
  const best = async (tickets: number) =>
    (await search.fetch()).bestPlaces(availability, { tickets, sectors, eventType, at: atPrices() })

  function say(text: string, about: Partial<Answer> = {}) {
    setSaid({ text, choice: choice.placeIds, party, shown, before, ...about })
  }

  function sayFailed(): false {
    say(texts.searchFailed)
    return false
  }

  async function chooseBest(): Promise<boolean> {
    if (limits.closed) return false
    const asked = { placeIds: choice.placeIds, party, shown }
    setSeeking(!search.loaded())
    const found = await best(party)
    // Who went on by hand, or asked for something else meanwhile, has the last word.
    if (!isSameWish(asked, latest.current)) return false
    if (!found) {
      say(refusal())
      return false
    }
    const { places, text } = found
    setSpotlight({ places, isCandidate: false })
    const next = actions.choose(places)
    // Asked again, it is still the hand-made choice that there is a way back to.
    say(text, { choice: next, before: isSameChoice(next, choice.placeIds) || isOfChoice ? before : choice.placeIds })
    return true
  }

  function refusal(): string {
    const { seats, standing } = freeIn(availability, sectors)
    // Nobody is split between sitting and standing.
    if (seats + standing >= party) return texts.someOfEach(seats, standing, atPrices())
    const isLimit = shown.size === 0 || maxPrice !== undefined
    if (!isLimit) return texts.notAsMany(atPrices())
    return sentenceOf(problem('not_enough_places', { tickets: party, maxPrice }))
  }

  async function showNextFree(after = spotlight?.isCandidate ? spotlight.places[0] : chosen.places.at(-1)?.index) {
    if (limits.full) return
    const seat =
      after === undefined
        ? (await best(1))?.places.find((place) => !isStanding(model, place))
        : nextFree(availability, { sectors, chosen: chosen.tickets, after })
    if (seat !== undefined) return setSpotlight({ places: [seat], isCandidate: true })
    const { seats, standing } = freeIn(availability, sectors)
    const isStandingOnly = seats === 0 && standing > 0
    say(isStandingOnly ? texts.onlyStanding(atPrices()) : texts.noOtherSeat(atPrices()))
  }

  function atPrices(): string {
    if (shown.size === 0) return ''
    if (shown.size === 1) return texts.atThisPrice
    return maxPrice === undefined ? texts.atThesePrices : texts.forUpTo(maxPrice)
  }

  return {
    party,
    most,
    shown,
    maxPrice,
    spotlight,
    answer: limits.closed ?? ((isTrue && said.text) || limits.full || (before.length > 0 ? texts.replaced : undefined)),
    isOpen: limits.full === undefined,
    canAsk: limits.closed === undefined,
    isSeeking,
    setParty: (tickets) => setWanted(Math.min(most, Math.max(1, Math.floor(tickets) || 1))),
    setMaxPrice: (price) => setShown(classesUpTo(model, price)),
    toggleClass: (priceClass) => setShown(shown.symmetricDifference(new Set([priceClass]))),
    chooseBest: () =>
      chooseBest()
        .catch(sayFailed)
        .finally(() => setSeeking(false)),
    undo: before.length > 0 ? () => actions.restore(before) : undefined,
    showNextFree: (after) => void showNextFree(after).catch(sayFailed),
    dismiss: () => spotlight?.isCandidate && setSpotlight(undefined),
  }
}

function isSameWish(one: SearchRequest, other: SearchRequest): boolean {
  return one.placeIds === other.placeIds && one.party === other.party && one.shown === other.shown
}

/** Whether these are tickets for the same places, in whatever order. */
function isSameChoice(one: SeatChoice, other: SeatChoice): boolean {
  const [first, second] = [one, other].map((choice) => choice.toSorted((a, b) => a - b).join())
  return first === second
}
