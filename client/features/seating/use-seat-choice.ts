import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import { MAX_PLACES_PER_CALL } from '#contract/tickets.ts'
import type { PlaceId, ShowId } from '#domain/ids.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { MAX_PARTY, MAX_RESERVATIONS_PER_SHOW } from '#domain/reservations.ts'
import {
  withPlaceToggled,
  objectionToAnotherTicket,
  separateLost,
  ticketsFor,
  withTickets,
  type SeatChoice,
} from '#domain/seat-choice.ts'
import { choiceKept, keepChoice } from './kept-choice.ts'
import { lostText } from './lost-places.ts'
import { offeredPlaceAt, placeNameAt, placesTextAt } from './place-names.ts'
import { nothingKnown, type SeatAvailability } from './seat-availability.ts'
import { sectorAt } from './seat-model.ts'
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
  /** The largest party that may be chosen for, and what stands against one more ticket, as long as it does. */
  readonly most: number
  readonly limit: string | undefined
  /** What stands against choosing anything at all. */
  readonly closed: string | undefined
  /** Whether that is because nobody knows yet what there is to choose from. */
  readonly isWaiting: boolean
  /** The last change, for those who do not see it. */
  readonly news: string
  /** Seats that others took out of the choice, until it changes. */
  readonly lost: readonly number[]
  point(index: number): void
  /** Chooses exactly these places, a standing place once per ticket. Answers the choice that this makes. */
  choose(indexes: readonly number[]): SeatChoice
  /** Goes back to an earlier choice, as far as it can still be had. */
  restore(placeIds: SeatChoice): void
  setTickets(index: number, tickets: number): void
  /** Takes a place out of the choice with all of its tickets. */
  remove(placeId: PlaceId): void
}

type Circumstances = {
  readonly showId: ShowId
  readonly hasStarted: boolean
  /** Whether the plan could not be had. */
  readonly isFailed?: boolean
  /** Tickets of this show that the customer has reserved before, and as many as they may hold reserved. */
  readonly held: number
  readonly limit?: number
  /** Whether the choice is being reserved: until that is answered, nobody changes it. */
  readonly isReserving?: boolean
  /** The choice that has become a reservation: it is a choice no more. */
  readonly reserved?: SeatChoice | undefined
  /** Whether lost places stay in the choice: whoever holds it will ask the server about them. */
  isHeld(placeIds: SeatChoice): boolean
  /** Called before lost places are told: another tab of the same customer may have taken them. */
  lookAgain?(): Promise<void>
}

/** Keeps the choice. */
export function useSeatChoice(availability: SeatAvailability, circumstances: Circumstances): Choice {
  const {
    showId,
    hasStarted,
    isFailed = false,
    held,
    limit = MAX_RESERVATIONS_PER_SHOW,
    isReserving = false,
  } = circumstances
  const { reserved, isHeld, lookAgain } = circumstances
  // A shop may allow more than can be reserved in one go.
  const isMoreThanOneGo = limit - held > MAX_PLACES_PER_CALL
  const allowance = { held, limit: isMoreThanOneGo ? held + MAX_PLACES_PER_CALL : limit }
  const { model } = availability
  const stillFree = (wanted: SeatChoice) => separateLost(wanted, (placeId) => availability.freeAt(placeId))
  // What others took meanwhile is told like any other loss.
  const kept = () => (hasStarted ? [] : choiceKept(showId).filter((placeId) => model.indexOf(placeId) !== undefined))
  const isKnown = availability !== nothingKnown
  const [wasKnown, setWasKnown] = useState(isKnown)
  const [placeIds, setPlaceIds] = useState<SeatChoice>(kept)
  const [objection, setObjection] = useState<string>()
  const [news, setNews] = useState('')
  const [lost, setLost] = useState<readonly number[]>([])
  if (isKnown && !wasKnown) {
    setWasKnown(true)
    setNews(texts.loaded)
    setPlaceIds(kept())
  }
  if (placeIds === reserved) {
    setPlaceIds([])
    setNews('')
  }
  const isSoldOut = useSyncExternalStore(availability.subscribe, () => availability.isSoldOut)
  const lostToOthers = useMemo(() => lost.filter((index) => !availability.ownAt(index)), [availability, lost])
  const places = useMemo(() => placesOf(availability, placeIds), [availability, placeIds])
  const chosen = useMemo(() => new Map(places.map(({ index, tickets }) => [index, tickets])), [places])

  // Whoever seeks places may have begun before.
  const isLocked = useRef(isReserving)
  useLayoutEffect(() => {
    isLocked.current = isReserving
  }, [isReserving])

  function put(next: SeatChoice) {
    setPlaceIds(next)
    keepChoice(showId, next)
  }

  /** Takes over a wish. Answers what all of it comes to. */
  function take(next: SeatChoice): string {
    put(next)
    setObjection(undefined)
    setLost([])
    return texts.summary(next.length, totalOf(placesOf(availability, next)))
  }

  function change(next: SeatChoice, index: number) {
    const isMore = next.length > placeIds.length
    const place = texts.place(placeNameAt(model, index))
    const summary = take(next)
    setNews(isMore ? texts.selected(place, summary) : texts.removed(place, summary))
  }

  function choose(indexes: readonly number[]): SeatChoice {
    if (isLocked.current) return refuse()
    const next = indexes.map((index) => model.placeIds[index] as PlaceId)
    const summary = take(next)
    setNews(next.length > 0 ? texts.selected(placesTextAt(model, indexes), summary) : summary)
    return next
  }

  function restore(earlier: SeatChoice) {
    choose(stillFree(earlier).kept.flatMap((placeId) => model.indexOf(placeId) ?? []))
  }

  /** It is said as long as it is so, and not beyond. Answers the choice that stays. */
  function refuse(): SeatChoice {
    setNews(texts.isReserving)
    return placeIds
  }

  function reasonOf(objection: Problem): string {
    return isMoreThanOneGo && objection.code === 'too_many_reservations' ? texts.atOnce : sentenceOf(objection)
  }

  function object(sentence: string) {
    setObjection(sentence)
    setNews(sentence)
  }

  function point(index: number) {
    if (isLocked.current) return void refuse()
    const place = offeredPlaceAt(availability, index)
    const isTaken = place.isAvailable && !place.isStanding && place.free === 0
    if (hasStarted) return object(sentenceOf(problem('show_started')))
    if (isTaken && ticketsFor(placeIds, place.id) === 0)
      return object(texts.isTaken[availability.ownAt(index) ?? 'byOthers'](place.name))
    const next = withPlaceToggled(placeIds, place, allowance)
    if (next instanceof Error) object(reasonOf(next))
    else change(next, index)
  }

  function setTickets(index: number, tickets: number) {
    if (isLocked.current) return void refuse()
    if (hasStarted) return object(sentenceOf(problem('show_started')))
    const asked = withTickets(placeIds, offeredPlaceAt(availability, index), tickets, allowance)
    if (asked.choice.length !== placeIds.length) change(asked.choice, index)
    if (asked.objection) object(reasonOf(asked.objection))
  }

  function remove(placeId: PlaceId) {
    if (isLocked.current) return void refuse()
    const index = model.indexOf(placeId)
    if (index !== undefined) change(withTickets(placeIds, offeredPlaceAt(availability, index), 0).choice, index)
  }

  // Eyes read at once all that was lost since the last wish; ears hear of each loss once, and not too often.
  const tellLost = useGathered<number>(QUIET_MS, (places) => setNews(lostText(availability, places)))
  const dropLost = useEffectEvent(() => {
    if (isHeld(placeIds)) return
    const { kept, lost: lostIds } = stillFree(placeIds)
    if (lostIds.length === 0) return
    const places = lostIds.flatMap((placeId) => model.indexOf(placeId) ?? [])
    const allLost = [...lost, ...places]
    put(kept)
    setLost(allLost)
    setObjection(lostText(availability, allLost))
    tellLost(places)
  })
  const isLooking = useRef(false)
  const noticeLost = useEffectEvent(async () => {
    if (isLooking.current || isHeld(placeIds) || stillFree(placeIds).lost.length === 0) return
    if (lookAgain) {
      isLooking.current = true
      await lookAgain()
      isLooking.current = false
    }
    dropLost()
  })
  useEffect(() => {
    void noticeLost()
    return availability.subscribe(() => void noticeLost())
  }, [availability])

  function whyClosed(): string | undefined {
    if (!isKnown) return isFailed ? texts.failed : texts.loading
    if (isReserving) return texts.isReserving
    if (hasStarted) return sentenceOf(problem('show_started'))
    // Who has chosen the last places may still get them.
    if (isSoldOut && placeIds.length === 0) return texts.soldOut
    const objection = objectionToAnotherTicket([], allowance)
    return objection && sentenceOf(objection)
  }
  const closed = whyClosed()
  const isFull = objectionToAnotherTicket(placeIds, allowance) !== undefined
  function whyFull(): string {
    // Another tab may have reserved some since these were chosen.
    if (placeIds.length + held > limit)
      return sentenceOf(problem('too_many_reservations', { limit, scope: 'show', held }))
    // Not the sentence of a refusal: nobody has asked for more.
    return isMoreThanOneGo ? texts.atOnce : texts.atLimit(held)
  }
  return {
    ...{ placeIds, places, chosen, total: totalOf(places), lost: lostToOthers },
    ...{ most: Math.max(0, Math.min(MAX_PARTY, allowance.limit - held)), objection },
    ...{ news: isKnown || isFailed ? news : texts.loading, isWaiting: !isKnown },
    ...{ closed, limit: closed ?? (isFull ? whyFull() : undefined) },
    ...{ point, choose, restore, setTickets, remove },
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
