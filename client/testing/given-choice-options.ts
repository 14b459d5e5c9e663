import { MAX_RESERVATIONS_PER_SHOW } from '#domain/tickets/reservations.ts'
import type { SeatChoiceOptions } from '#client/features/seating/use-seat-choice.ts'
import { showId } from './given-seating-plan.ts'

/** Options of a choice for a future show: nothing held, nothing being reserved. */
export const givenChoiceOptions: SeatChoiceOptions = {
  showId,
  hasStarted: false,
  isFailed: false,
  limit: MAX_RESERVATIONS_PER_SHOW,
  own: { held: 0 },
  reservation: { isReserving: false, reserved: undefined, isUnanswered: () => false },
}
