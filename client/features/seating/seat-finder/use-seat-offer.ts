import { useMemo, useSyncExternalStore } from 'react'
import { replacementsFor } from '#domain/best-available/replace-lost.ts'
import { orphanFixFor } from '#domain/best-available/orphan-seat.ts'
import type { EventType } from '#domain/event-types.ts'
import { placeNameAt, seatsInRowTextAt } from '../place-names.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { isStanding } from '../seat-model.ts'
import type { Choice } from '../use-seat-choice.ts'
import { offerTexts } from './seat-offer.texts.ts'
import { seatingOfModel } from './seating-of-model.ts'

/** Another choice of as many places, why, and what the button says that takes it. */
export type Offer = { readonly why: string | undefined; readonly label: string; readonly places: readonly number[] }

type Asked = { readonly availability: SeatAvailability; readonly choice: Choice; readonly eventType: EventType }

/** What could be chosen instead: for seats that were lost, or so that no seat is left alone. */
export function useSeatOffer({ availability, choice: { chosen, lost }, eventType }: Asked): Offer | undefined {
  const version = useSyncExternalStore(availability.subscribe, () => availability.version)
  return useMemo(
    () => (version < 0 ? undefined : offerFor(availability, { chosen, lost, eventType })),
    [availability, version, chosen, lost, eventType],
  )
}

function offerFor(
  { model, free }: SeatAvailability,
  { chosen, lost, eventType }: Pick<Choice, 'chosen' | 'lost'> & { readonly eventType: EventType },
): Offer | undefined {
  if (chosen.size + lost.length === 0) return undefined
  const seating = seatingOfModel(model, eventType)
  const seats = [...chosen.keys()].filter((index) => !isStanding(model, index))
  const places = [...chosen].flatMap(([index, tickets]) => Array.from({ length: tickets }, () => index))
  const lostSeats = lost.filter((index) => !isStanding(model, index))
  if (lostSeats.length > 0) {
    const instead = replacementsFor(seating, free, { lost: lostSeats, kept: seats })
    if (!instead) return undefined
    const label = offerTexts.takeInstead(seatsInRowTextAt(model, instead))
    return { why: undefined, label, places: [...places, ...instead] }
  }
  const mend = orphanFixFor(seating, free, new Set(seats))
  if (!mend) return undefined
  const { rowName, seatNumber } = placeNameAt(model, mend.orphan)
  return {
    why: offerTexts.leavesAlone(offerTexts.seatInRow(rowName, seatNumber)),
    label: offerTexts.takeInstead(seatsInRowTextAt(model, mend.to)),
    places: [...places.filter((index) => !mend.from.includes(index)), ...mend.to],
  }
}
