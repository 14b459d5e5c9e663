import type { BankMovementId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connection.ts'
import { movementCause } from '../payments/movement-cause.sql.ts'
import { insertStep, type PaymentRow, updateTaken } from '../payments/payments.sql.ts'
import { selectRefunded } from './bank-movements.sql.ts'

type Money = {
  movementId: BankMovementId
  /** The part of the movement that belongs to the payment, in cents. */
  received: number
  by: UserId
  reason?: string
}

/**
 * Notes a movement as the money of a locked transfer that was settled by hand. Its account is that of the refunds, and
 * they pay back no more than came, unless more went back before.
 */
export async function noteMoney(
  tx: Tx,
  { id, amount }: PaymentRow,
  { movementId, received, by, reason }: Money,
): Promise<void> {
  const step = { paymentId: id, cause: movementCause(movementId, reason), by }
  await insertStep(tx, { ...step, from: 'TAKEN', to: 'TAKEN' })
  if (received < amount) await updateTaken(tx, id, cents(Math.max(received, await selectRefunded(tx, id))))
}
