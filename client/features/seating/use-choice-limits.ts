import { useSyncExternalStore } from 'react'
import { sentenceOf } from '#contract/problems.ts'
import { problem } from '#domain/problem.ts'
import { MAX_PARTY } from '#domain/tickets/reservations.ts'
import type { ChoiceRules } from '#domain/seat-choice/choice-reducer.ts'
import { objectionToAnotherTicket, type SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { objectionText } from './choice-sentences.ts'
import { NOT_LOADED, type SeatAvailability } from './seat-availability.ts'
import { texts } from './seating.texts.ts'

/** The current limits of the choice. */
export type ChoiceLimits = {
  /** The largest party that the best places can be chosen for. */
  readonly maxParty: number
  /** The sentence about the largest party. */
  readonly partyLimit: string
  /** The reason why nothing can be chosen; undefined if something can. */
  readonly closed: string | undefined
  /** The reason against one more ticket; undefined if there is none. */
  readonly full: string | undefined
  /** Whether the plan has not arrived yet. */
  readonly isWaiting: boolean
}

type Circumstances = ChoiceRules & { readonly isFailed: boolean }

/** Derives the limits of a choice from the rules and the availability. */
export function useChoiceLimits(
  availability: SeatAvailability,
  placeIds: SeatChoice,
  { allowance, hasStarted, isReserving, isFailed }: Circumstances,
): ChoiceLimits {
  const isSoldOut = useSyncExternalStore(availability.subscribe, () => availability.isSoldOut)
  const { limit, held, perRequest } = allowance
  const isWaiting = availability === NOT_LOADED
  const closed = closedReason()

  function closedReason(): string | undefined {
    if (isWaiting) return isFailed ? texts.failed : texts.loading
    if (isReserving) return texts.isReserving
    if (hasStarted) return sentenceOf(problem('show_started'))
    // The customer may still reserve the last places if they are in the choice.
    if (isSoldOut && placeIds.length === 0) return texts.soldOut
    const objection = objectionToAnotherTicket([], allowance)
    return objection && objectionText(objection)
  }

  function fullReason(): string | undefined {
    const objection = objectionToAnotherTicket(placeIds, allowance)
    if (!objection) return undefined
    // Another tab may have reserved tickets after these were chosen.
    const isOverLimit = placeIds.length + held > limit
    if (isOverLimit || objection.code === 'too_many_at_once') return objectionText(objection)
    // Not the sentence of a refusal, because nothing has been refused yet.
    return texts.atLimit(held)
  }

  const maxParty = Math.max(0, Math.min(MAX_PARTY, perRequest, limit - held))
  return {
    maxParty,
    partyLimit: texts.partyLimit(maxParty, maxParty < limit - held ? 0 : held),
    closed,
    full: closed ?? fullReason(),
    isWaiting,
  }
}
