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

/** Leaves of a column's text what all formats of a bank agree on. Null for nothing. */
const plain = (column: string) => sql<string | null>`
  nullif(regexp_replace(upper(${sql.ref(column)}), '[^0-9A-Z]', '', 'g'), '')`

/** Tells whether a text has a reference, which may not be the one by which its movement was stored. */
const names = (purpose: string, reference: string) => sql<boolean>`strpos(${plain(purpose)}, ${sql.ref(reference)}) > 0`

/**
 * Tells whether a movement, in the statement's `movement`, may be the one that was taken back by its `reversal`: by a
 * reference, else by the amount and the payer or the text, because banks leave out one or the other.
 */
const mayUndo = sql<boolean>`(
  reversal.amount < 0 and movement.amount > 0 and case
    when reversal.reference is not null and movement.reference is not null
    then ${names('reversal.purpose', 'movement.reference')} or ${names('movement.purpose', 'reversal.reference')}
    else reversal.amount = -movement.amount and (
      reversal.payer_iban = movement.payer_iban
      or ${plain('reversal.payer_name')} = ${plain('movement.payer_name')}
      or ${plain('reversal.purpose')} = ${plain('movement.purpose')})
  end)`

/**
 * Tells whether the bank took back money of a payment, named by a column, and nobody has dealt with that: a movement
 * that names it, or that may undo one that was assigned to it.
 */
export const isTakenBack = (paymentId: string) => sql<boolean>`(exists (
  select from bank_movements
  where payment_id = ${sql.ref(paymentId)} and finding = 'REVERSED' and state = 'OPEN'
) or exists (
  select from payment_steps
  join bank_movements movement on movement.id = ${causingMovement}
  join bank_movements reversal on reversal.finding = 'REVERSED' and reversal.state = 'OPEN' and ${mayUndo}
  where payment_steps.payment_id = ${sql.ref(paymentId)}
))`
