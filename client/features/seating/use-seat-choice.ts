import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import type { PlaceId } from '#domain/ids.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import {
  afterPointingAt,
  MAX_CHOSEN_TICKETS,
  objectionToMore,
  sortOutLost,
  ticketsFor,
  withoutTicket,
  withTickets,
  type SeatChoice,
} from '#domain/seat-choice.ts'
import { offeredPlaceAt, placeNameAt, placesTextAt } from './place-names.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { isStanding, sectorAt } from './seat-model.ts'
import { texts } from './seating.texts.ts'
import { useGathered } from './use-gathered.ts'

/** Who only listens hears of lost places so often at most. */
const QUIET_MS = 5_000

/** The tickets chosen of one place. */
export type ChosenPlace = {
  readonly index: number
  readonly placeId: PlaceId
  readonly text: string
  readonly tickets: number
  readonly price: Cents
}

/** What a customer has chosen: one choice for the map, the list and the panel. */
export type Choice = {
  readonly placeIds: SeatChoice
  readonly places: readonly ChosenPlace[]
  /** Tickets by place. */
  readonly chosen: ReadonlyMap<number, number>
  readonly total: Cents
  /** What stood against the last wish. */
  readonly objection: string | undefined
  /** As many tickets as may be chosen, and what stands against any more, as long as it does. */
  readonly most: number
  readonly limit: string | undefined
  /** The last change, for those who do not see it. */
  readonly news: string
  /** Seats that others took out of the choice, until it changes. */
  readonly lost: readonly number[]
  point(index: number): void
  /** Chooses exactly these places, a standing place once per ticket. */
  choose(indexes: readonly number[]): void
  setTickets(index: number, tickets: number): void
  remove(placeId: PlaceId): void
}

type Circumstances = {
  readonly hasStarted: boolean
  /** Tickets of this show that the customer has reserved before. */
  readonly held: number
  /** Whether lost places stay in the choice: whoever holds it will ask the server about them. */
  isHeld(placeIds: SeatChoice): boolean
  /** What the server has just said of lost places, if it has: it knows who took them. */
  lossTold?(): string | undefined
}

/** Keeps the choice. */
export function useSeatChoice(availability: SeatAvailability, circumstances: Circumstances): Choice {
  const { hasStarted, held, isHeld, lossTold } = circumstances
  const { model } = availability
  const [placeIds, setPlaceIds] = useState<SeatChoice>([])
  const [objection, setObjection] = useState<string>()
  const [news, setNews] = useState('')
  const [lost, setLost] = useState<readonly number[]>([])
  const places = useMemo(() => placesOf(availability, placeIds), [availability, placeIds])
  const chosen = useMemo(() => new Map(places.map(({ index, tickets }) => [index, tickets])), [places])

  function change(next: SeatChoice, index: number) {
    const isMore = next.length > placeIds.length
    const summary = texts.summary(next.length, totalOf(placesOf(availability, next)))
    const place = texts.place(placeNameAt(model, index))
    setPlaceIds(next)
    setObjection(undefined)
    setLost([])
    setNews(isMore ? texts.selected(place, summary) : texts.removed(place, summary))
  }

  function choose(indexes: readonly number[]) {
    const next = indexes.map((index) => model.placeIds[index] as PlaceId)
    const summary = texts.summary(next.length, totalOf(placesOf(availability, next)))
    setPlaceIds(next)
    setObjection(undefined)
    setLost([])
    setNews(texts.selected(placesTextAt(model, indexes), summary))
  }

  function object(sentence: string) {
    setObjection(sentence)
    setNews(sentence)
  }

  function point(index: number) {
    const place = offeredPlaceAt(availability, index)
    const isTaken = place.available && !place.standing && place.free === 0
    if (hasStarted) return object(sentenceOf(problem('show_started')))
    if (isTaken && ticketsFor(placeIds, place.id) === 0) return object(texts.isTaken(place.name))
    const next = afterPointingAt(placeIds, place, held)
    if (next instanceof Error) object(sentenceOf(next))
    else change(next, index)
  }

  function setTickets(index: number, tickets: number) {
    if (hasStarted) return object(sentenceOf(problem('show_started')))
    const asked = withTickets(placeIds, offeredPlaceAt(availability, index), tickets, held)
    if (asked.choice.length !== placeIds.length) change(asked.choice, index)
    if (asked.objection) object(sentenceOf(asked.objection))
  }

  function remove(placeId: PlaceId) {
    const index = model.indexOf(placeId)
    if (index !== undefined) change(withoutTicket(placeIds, placeId), index)
  }

  const tellLost = useGathered<PlaceId>(QUIET_MS, (lost) => object(lossTold?.() ?? lostSentence(availability, lost)))
  const dropLost = useEffectEvent(() => {
    if (isHeld(placeIds)) return
    const { kept, lost } = sortOutLost(placeIds, (placeId) => availability.freeAt(placeId))
    if (lost.length === 0) return
    setPlaceIds(kept)
    setLost(lost.flatMap((placeId) => model.indexOf(placeId) ?? []))
    tellLost(lost)
  })
  useEffect(() => availability.subscribe(() => dropLost()), [availability])

  const against = hasStarted ? problem('show_started') : objectionToMore(placeIds, held)
  return {
    ...{ placeIds, places, chosen, total: totalOf(places), lost },
    ...{ most: Math.max(0, MAX_CHOSEN_TICKETS - held), limit: against && sentenceOf(against), objection, news },
    ...{ point, choose, setTickets, remove },
  }
}

function placesOf(availability: SeatAvailability, choice: SeatChoice): ChosenPlace[] {
  const { model } = availability
  return [...new Set(choice)].flatMap((placeId) => {
    const index = model.indexOf(placeId)
    if (index === undefined) return []
    const tickets = ticketsFor(choice, placeId)
    const price = cents(sectorAt(model, index).price * tickets)
    return [{ index, placeId, text: texts.place(placeNameAt(model, index)), tickets, price }]
  })
}

function totalOf(places: readonly ChosenPlace[]): Cents {
  return sumOf(places.map(({ price }) => price))
}

function lostSentence({ model }: SeatAvailability, lost: readonly PlaceId[]): string {
  const indexes = lost.flatMap((placeId) => model.indexOf(placeId) ?? [])
  const seats = indexes.filter((index) => !isStanding(model, index))
  return seats.length > 0
    ? sentenceOf(problem('seats_taken', { places: seats.map((index) => placeNameAt(model, index)) }))
    : sentenceOf(problem('standing_full'))
}
