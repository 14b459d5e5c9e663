import { sql } from 'kysely'
import type { BankMovementId } from '#domain/ids.ts'

/** Names a movement of the bank account as the cause of a payment's step. */
export function movementCause(id: BankMovementId, reason?: string): string {
  return `bank movement ${id}${reason === undefined ? '' : `: ${reason}`}`
}

/** The id of the movement that caused a step of a payment. Null for another cause. For statements that read steps. */
export const causingMovement = sql<BankMovementId | null>`substring(payment_steps.cause from '^bank movement (\\d+)')::int`

/** Tells whether no movement caused a step of a payment, named by a column. If taken, it was settled by hand. */
export const hasNoMovement = (paymentId: string) => sql<boolean>`not exists (
  select from payment_steps where payment_steps.payment_id = ${sql.ref(paymentId)} and ${causingMovement} is not null
)`
