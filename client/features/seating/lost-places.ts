import { sentenceOf } from '#contract/problems.ts'
import { problem } from '#domain/problem.ts'
import { placeNameAt } from './place-names.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { isStanding } from './seat-model.ts'

/** Places that left a choice together, and what the server said of them, if it did. */
export type Loss = { readonly places: readonly number[]; readonly told: string | undefined }

/** Who has the places that were lost. */
export function lostText(availability: SeatAvailability, lost: readonly number[]): string {
  const { model } = availability
  const seats = lost.filter((index) => !isStanding(model, index))
  if (seats.length === 0) return sentenceOf(problem('standing_full'))
  const named = (isOwn: boolean) =>
    seats.filter((index) => availability.isOwn(index) === isOwn).map((index) => placeNameAt(model, index))
  return sentenceOf(problem('seats_taken', { places: named(false), own: named(true) }))
}

/** Several losses in one: what the server said, and of whatever it said nothing of, what the page knows. */
export function lossesText(availability: SeatAvailability, losses: readonly Loss[]): string {
  const untold = losses.filter(({ told }) => told === undefined).flatMap(({ places }) => places)
  const sentences = losses.flatMap(({ told }) => told ?? [])
  return [...sentences, ...(untold.length > 0 ? [lostText(availability, untold)] : [])].join(' ')
}
