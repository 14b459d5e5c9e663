import type { BankMovementId, PaymentId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connection.ts'
import { movementCause } from '../payments/movement-cause.sql.ts'
import { insertRefunds } from '../payments/insert-refunds.sql.ts'
import { insertStep, type PaymentRow, updateTaken } from '../payments/payments.sql.ts'
import {
  deleteRefund,
  lockUnpaidRefunds,
  selectCancelInvoices,
  selectPaidBack,
  updateAmountOwed,
} from './unpaid-refunds.sql.ts'

type Money = {
  movementId: BankMovementId
  /** The part of the movement that belongs to the payment, in cents. */
  received: number
  by: UserId
  reason?: string
}

/**
 * Notes a movement as the money of a locked transfer that was settled by hand. Its account is that of the refunds, and
 * they pay back no more than came, unless more went back before. Those that are not paid yet become smaller, the newest
 * first. The money that came is noted apart from refunds, so that nothing of the rest counts as too much.
 */
export async function noteMoney(
  tx: Tx,
  { id, amount }: PaymentRow,
  { movementId, received, by, reason }: Money,
): Promise<void> {
  const step = { paymentId: id, cause: movementCause(movementId, reason), by }
  await insertStep(tx, { ...step, from: 'TAKEN', to: 'TAKEN' })
  if (received < amount) await payBackNoMoreThan(tx, id, received)
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

async function payBackNoMoreThan(tx: Tx, id: PaymentId, received: number): Promise<void> {
  const unpaid = await lockUnpaidRefunds(tx, id)
  await updateTaken(tx, id, cents(received))
  let left = Math.max(received - (await selectPaidBack(tx, id)), 0)
  for (const refund of unpaid) {
    const amount = cents(Math.min(refund.amount, left))
    left -= amount
    if (amount === 0) await deleteRefund(tx, refund.id)
    else if (amount < refund.amount) await updateAmountOwed(tx, refund.id, amount)
  }
}
