import { sql } from 'kysely'
import type { BankMovementId } from '#domain/ids.ts'

/** Names a movement of the bank account as the cause of a payment's step. */
export function movementCause(id: BankMovementId, reason?: string): string {
  return `bank movement ${id}${reason === undefined ? '' : `: ${reason}`}`
}

/** The id of the movement that caused a step of a payment. Null for another cause. For statements that read steps. */
export const causingMovement = sql<BankMovementId | null>`substring(payment_steps.cause from '^bank movement (\\d+)')::int`

/**
 * Tells whether no money that came caused a step of a payment, named by a column. If taken, it was settled by hand. The
 * bank's taking back of its money may be known already.
 */
export const hasNoCredit = (paymentId: string) => sql<boolean>`not exists (
  select from payment_steps join bank_movements on bank_movements.id = ${causingMovement}
  where payment_steps.payment_id = ${sql.ref(paymentId)} and bank_movements.amount > 0
)`

/** Tells whether the bank took back money of a payment, named by a column, and nobody has dealt with that. */
export const isTakenBack = (paymentId: string) => sql<boolean>`is_taken_back(${sql.ref(paymentId)})`
