import { sentenceOf } from '#contract/problems.ts'
import { problem } from '#domain/problem.ts'
import { placeNameAt } from './place-names.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { isStanding } from './seat-model.ts'

/** Who has the places that were lost. */
export function lostText(availability: SeatAvailability, lost: readonly number[]): string {
  const { model } = availability
  const seats = lost.filter((index) => !isStanding(model, index))
  if (seats.length === 0) return sentenceOf(problem('standing_full'))
  const named = (isOwn: boolean) =>
    seats
      .filter((index) => (availability.ownAt(index) !== undefined) === isOwn)
      .map((index) => placeNameAt(model, index))
  return sentenceOf(problem('seats_taken', { places: named(false), own: named(true) }))
}
