import { sql } from 'kysely'
import type { BankMovementId } from '#domain/ids.ts'

/** Names a movement of the bank account as the cause of a payment's step. */
export function movementCause(id: BankMovementId, reason?: string): string {
  return `bank movement ${id}${reason === undefined ? '' : `: ${reason}`}`
}

/** The id of the movement that caused a step of a payment. Null for another cause. For statements that read steps. */
export const causingMovement = sql<BankMovementId | null>`substring(payment_steps.cause from '^bank movement (\\d+)')::int`
