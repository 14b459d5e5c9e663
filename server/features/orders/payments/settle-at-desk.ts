import { paidAtBoxOffice } from '#domain/payments/manual-payments.ts'
import type { InvoiceId, PaymentId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyLocked } from './apply-sighting.ts'
import { takenSighting } from './known-sightings.ts'
import { paymentRecord } from './payment-record.ts'
import { lockPayment, selectPayment } from './payments.sql.ts'

type Settling = { id: PaymentId; by: UserId; receipt: string }

/**
 * Books an order as paid at the box office, with the number of the receipt of its cash register. Returns the invoice.
 * Throws `payment_ended` for a payment that was settled or released, so that two members of staff book it once.
 */
export function settleAtDesk(context: AppContext, { id, by, receipt }: Settling): Promise<{ invoiceId: InvoiceId }> {
  return inTransaction(context.db, async (tx) => {
    if ((await selectPayment(tx, id))?.provider !== 'desk') throw problem('not_found', { what: 'payment' })
    const payment = await lockPayment(tx, id)
    if (payment.state !== 'OPEN') throw problem('payment_ended')
    const sighting = takenSighting(payment.amount, paidAtBoxOffice(receipt))
    await applyLocked(tx, context, payment, { sighting, cause: `receipt ${receipt}`, by })
    await logChange(tx, { by, action: 'SETTLED', record: paymentRecord(payment), reason: `Receipt ${receipt}` })
    const { invoiceId } = await lockPayment(tx, id)
    if (!invoiceId) throw new Error(`Payment ${id} was settled without an invoice.`)
    return { invoiceId }
  })
}
