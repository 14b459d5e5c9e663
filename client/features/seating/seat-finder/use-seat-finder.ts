import { useState } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import { bestAvailable, sectorsWithin } from '#domain/best-available/best-available.ts'
import type { EventType } from '#domain/event-types.ts'
import type { Cents } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { isStanding } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import type { Choice } from '../use-seat-choice.ts'
import { nextFree } from './next-free.ts'
import { seatingOfModel } from './seating-of-model.ts'

/** Places to look at now: in the middle of the map, or open in the list. A candidate is not chosen yet. */
export type Spotlight = { readonly places: readonly number[]; readonly isCandidate: boolean }

/** What a party wants, what is shown to it, and what was found for it. */
export type SeatFinder = {
  readonly party: number
  /** The largest party there can be. */
  readonly most: number
  /** A limit and shown price classes take each other's place: what is sought is always what is seen. */
  readonly maxPrice: Cents | undefined
  /** Price classes that are shown; none: all of them. */
  readonly shown: ReadonlySet<number>
  readonly spotlight: Spotlight | undefined
  /** What is to be said about what was found, or why nothing was or can be. */
  readonly answer: string | undefined
  /** Whether anything more can be chosen. */
  readonly isOpen: boolean
  setParty(tickets: number): void
  setMaxPrice(price: Cents | undefined): void
  toggleClass(priceClass: number): void
  /** Chooses the best places for the party. Answers whether there are any. */
  chooseBest(): boolean
  /** Turns to the next free seat: after this place, or the one looked at or chosen last, or else to the best of all. */
  showNextFree(after?: number): void
  /** Turns away from a candidate. */
  dismiss(): void
}

type Asked = { readonly availability: SeatAvailability; readonly choice: Choice; readonly eventType: EventType }

/** Seeks places for a party: the same rule as the server's, asked about what the page knows. */
export function useSeatFinder({ availability, choice, eventType }: Asked): SeatFinder {
  const { model } = availability
  const [wanted, setWanted] = useState(2)
  const most = Math.max(1, choice.most)
  const party = Math.min(wanted, most)
  const [maxPrice, setMaxPrice] = useState<Cents>()
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  const [spotlight, setSpotlight] = useState<Spotlight>()
  const [answer, setAnswer] = useState<string>()

  const sectorsWanted = (limit: Cents | undefined) =>
    sectorsWithin(model.sectors, limit).map(
      (isWithin, at) => isWithin && (shown.size === 0 || shown.has(model.sectors[at]?.priceClass ?? -1)),
    )

  function best(tickets: number, limit: Cents | undefined) {
    const seating = seatingOfModel(model, eventType)
    return bestAvailable(seating, availability.free, { tickets, sectors: sectorsWanted(limit) })
  }

  function chooseBest(): boolean {
    if (choice.limit) return false
    const found = best(party, maxPrice)
    if (!found) {
      const refusal = problem('not_enough_places', { tickets: party, maxPrice })
      setAnswer(shown.size > 0 ? texts.noneShown : sentenceOf(refusal))
      return false
    }
    setAnswer(texts.foundAs[found.rung])
    setSpotlight({ places: found.places, isCandidate: false })
    choice.choose(found.places)
    return true
  }

  function showNextFree(after = spotlight?.isCandidate ? spotlight.places[0] : choice.places.at(-1)?.index) {
    if (choice.limit) return
    const seat =
      after === undefined
        ? best(1, maxPrice)?.places.find((place) => !isStanding(model, place))
        : nextFree(availability, { sectors: sectorsWanted(maxPrice), chosen: choice.chosen, after })
    if (seat !== undefined) setSpotlight({ places: [seat], isCandidate: true })
  }

  return {
    party,
    most,
    maxPrice,
    shown,
    spotlight,
    answer: choice.limit ?? answer,
    isOpen: choice.limit === undefined,
    setParty: (tickets) => setWanted(Math.min(most, Math.max(1, Math.floor(tickets) || 1))),
    setMaxPrice: (price) => {
      setMaxPrice(price)
      setShown(new Set())
    },
    toggleClass: (priceClass) => {
      setMaxPrice(undefined)
      setShown(shown.symmetricDifference(new Set([priceClass])))
    },
    chooseBest,
    showNextFree,
    dismiss: () => spotlight?.isCandidate && setSpotlight(undefined),
  }
}
