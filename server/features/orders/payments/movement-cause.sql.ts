import { sql } from 'kysely'
import type { BankMovementId } from '#domain/ids.ts'

/** Names a movement of the bank account as the cause of a payment's step. */
export function movementCause(id: BankMovementId, reason?: string): string {
  return `bank movement ${id}${reason === undefined ? '' : `: ${reason}`}`
}

/** Tells whether a movement caused a step of a payment. For statements that read both tables. */
export const isCausedByMovement = sql<boolean>`split_part(payment_steps.cause, ':', 1) = 'bank movement ' || bank_movements.id`
