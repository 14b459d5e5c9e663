import { useMemo } from 'react'
import type { PlaceId } from '#domain/ids.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
import { ticketsFor, type SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { placeNameAt } from './place-names.ts'
import { sectorAt, type SeatModel } from './seat-model.ts'
import { texts } from './seating.texts.ts'

/** The chosen tickets of one place, and their price together. */
export type ChosenPlace = {
  readonly index: number
  readonly placeId: PlaceId
  readonly text: string
  readonly tickets: number
  readonly price: Cents
}

/** The choice by place, in the order of choosing. */
export type ChosenPlaces = {
  readonly places: readonly ChosenPlace[]
  /** Tickets by index of the place. */
  readonly tickets: ReadonlyMap<number, number>
  readonly total: Cents
}

/** Derives names, tickets and prices of the chosen places. */
export function useChosenPlaces(model: SeatModel, choice: SeatChoice): ChosenPlaces {
  return useMemo(() => {
    const places = chosenPlacesIn(model, choice)
    return { places, tickets: new Map(places.map(({ index, tickets }) => [index, tickets])), total: totalOf(places) }
  }, [model, choice])
}

export function chosenPlacesIn(model: SeatModel, choice: SeatChoice): ChosenPlace[] {
  return [...new Set(choice)].flatMap((placeId) => {
    const index = model.indexOf(placeId)
    if (index === undefined) return []
    const tickets = ticketsFor(choice, placeId)
    const price = cents(sectorAt(model, index).price * tickets)
    return [{ index, placeId, text: texts.place(placeNameAt(model, index)), tickets, price }]
  })
}

export function totalOf(places: readonly ChosenPlace[]): Cents {
  return sumOf(places.map(({ price }) => price))
}
