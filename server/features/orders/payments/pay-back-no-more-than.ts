import type { PaymentId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connection.ts'
import { updateTaken } from './payments.sql.ts'
import { deleteRefund, lockUnpaidRefunds, selectPaidBack, updateAmountOwed } from './unpaid-refunds.sql.ts'

/** Notes the money that came of a locked payment. Refunds that are not paid yet become smaller, the newest first. */
export async function payBackNoMoreThan(tx: Tx, id: PaymentId, received: number): Promise<void> {
  await updateTaken(tx, id, cents(received))
  const unpaid = await lockUnpaidRefunds(tx, id)
  let left = Math.max(received - (await selectPaidBack(tx, id)), 0)
  for (const refund of unpaid) {
    const amount = cents(Math.min(refund.amount, left))
    left -= amount
    if (amount === 0) await deleteRefund(tx, refund.id)
    else if (amount < refund.amount) await updateAmountOwed(tx, refund.id, amount)
  }
}
