import type { BankMovementId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connection.ts'
import { movementCause } from '../payments/movement-cause.sql.ts'
import { insertRefunds } from '../payments/insert-refunds.sql.ts'
import { insertStep, type PaymentRow, updateTaken } from '../payments/payments.sql.ts'
import { payBackNoMoreThan } from '../payments/pay-back-no-more-than.ts'
import { selectCancelInvoices } from '../payments/unpaid-refunds.sql.ts'

type Money = {
  movementId: BankMovementId
  /** The part of the movement that belongs to the payment, in cents. */
  received: number
  by: UserId
  reason?: string
}

/**
 * Notes a movement as the money of a locked transfer that was settled by hand, which counted as all of its amount. Its
 * account is that of the refunds, and they pay back no more than came, unless more went back before. Those that are not
 * paid yet become smaller, the newest first. The money that came is noted apart from refunds, so that nothing of the
 * rest counts as too much, and less what the bank took back, as a statement that was booked earlier may have shown.
 */
export async function noteMoney(
  tx: Tx,
  { id, amount, taken }: PaymentRow,
  { movementId, received, by, reason }: Money,
): Promise<void> {
  const step = { paymentId: id, cause: movementCause(movementId, reason), by }
  await insertStep(tx, { ...step, from: 'TAKEN', to: 'TAKEN' })
  const missing = amount - received
  if (missing > 0) await payBackNoMoreThan(tx, id, Math.max(0, (taken ?? amount) - missing))
}

/**
 * Notes a movement as more money of a locked transfer of which too little came. Refunds that were smaller for
 * that reason are filled up.
 */
export async function noteRest(tx: Tx, payment: PaymentRow, { movementId, received, by, reason }: Money) {
  const { id, invoiceId, amount, taken } = payment
  const step = { paymentId: id, cause: movementCause(movementId, reason), by }
  await insertStep(tx, { ...step, from: 'TAKEN', to: 'TAKEN' })
  await updateTaken(tx, id, cents((taken ?? amount) + received))
  if (invoiceId !== null) await insertRefunds(tx, await selectCancelInvoices(tx, invoiceId))
}

/**
 * Notes that the bank took back money of a locked transfer. Returns how much of it, which is no more than there was.
 * The order stays as it is, and refunds pay back no more than is left.
 */
export async function noteLoss(
  tx: Tx,
  { id, amount, taken }: PaymentRow,
  { movementId, lost, by, reason }: Omit<Money, 'received'> & { lost: number },
): Promise<number> {
  const before = taken ?? amount
  const part = Math.min(before, lost)
  const step = { paymentId: id, cause: movementCause(movementId, reason), by }
  await insertStep(tx, { ...step, from: 'TAKEN', to: 'TAKEN' })
  await payBackNoMoreThan(tx, id, before - part)
  return part
}
