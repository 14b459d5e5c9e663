import { useMemo, useSyncExternalStore } from 'react'
import { replacementsFor } from '#domain/best-available/replace-lost.ts'
import { freeOfKinds } from '#domain/best-available/kinds.ts'
import { orphanFixFor } from '#domain/best-available/orphan-seat.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import { placeNameAt, seatsInRowTextAt } from '../place-names.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { isStanding } from '../seat-model.ts'
import { offerTexts } from './seat-offer.texts.ts'
import { seatingOfModel } from './seating-of-model.ts'

/** Another choice of the same number of places, with its reason and the label of its button. */
export type Offer = { readonly why: string | undefined; readonly label: string; readonly places: readonly number[] }

export type OfferOptions = {
  readonly availability: SeatAvailability
  readonly eventType: EventType
  /** The chosen tickets by place. */
  readonly chosen: ReadonlyMap<number, number>
  /** The places that were lost to other buyers. */
  readonly lost: readonly number[]
}

/** Finds replacements for lost seats, or a choice that leaves no orphan seat. */
export function useSeatOffer({ availability, chosen, lost, eventType }: OfferOptions): Offer | undefined {
  const version = useSyncExternalStore(availability.subscribe, () => availability.version)
  return useMemo(
    () => (version < 0 ? undefined : offerFor(availability, { chosen, lost, eventType })),
    [availability, version, chosen, lost, eventType],
  )
}

function offerFor(
  { model, free: freeNow }: SeatAvailability,
  { chosen, lost, eventType }: Omit<OfferOptions, 'availability'>,
): Offer | undefined {
  if (chosen.size + lost.length === 0) return undefined
  const seating = seatingOfModel(model, eventType)
  // A special kind of seat was chosen for a reason that is unknown here, and is offered to nobody.
  if ([...chosen.keys(), ...lost].some((place) => model.kinds.has(place))) return undefined
  const free = freeOfKinds(seating, freeNow)
  const seats = [...chosen.keys()].filter((index) => !isStanding(model, index))
  const places = [...chosen].flatMap(([index, tickets]) => Array.from({ length: tickets }, () => index))
  const lostSeats = lost.filter((index) => !isStanding(model, index))
  if (lostSeats.length > 0) {
    const instead = replacementsFor(seating, free, { lost: lostSeats, kept: seats })
    if (!instead) return undefined
    const label = offerTexts.takeInstead(seatsInRowTextAt(model, instead.to))
    return {
      why: undefined,
      label,
      places: [...places.filter((index) => !instead.from.includes(index)), ...instead.to],
    }
  }
  const fix = orphanFixFor(seating, free, new Set(seats))
  if (!fix) return undefined
  const { rowName, seatNumber } = placeNameAt(model, fix.orphan)
  return {
    why: offerTexts.leavesAlone(offerTexts.seatInRow(rowName, seatNumber)),
    label: offerTexts.takeInstead(seatsInRowTextAt(model, fix.to)),
    places: [...places.filter((index) => !fix.from.includes(index)), ...fix.to],
  }
}
