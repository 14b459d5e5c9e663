import type * as z from 'zod/mini'
import type { invoice, invoiceDetail } from '#contract/invoices.ts'
import { isPaidAtDesk, paymentTypeName } from '#domain/payments/payment-types.ts'

/** An invoice of the API. */
export type Invoice = z.output<typeof invoice>

/** An invoice of the API, with what has become of its tickets. */
export type InvoiceDetail = z.output<typeof invoiceDetail>

/** Names how an invoice was paid, or its money returned; undefined if that is unknown, or nothing was paid. */
export function paymentNameOf({ paymentType, paidBy }: Invoice): string | undefined {
  return paidBy ?? (paymentType === null ? undefined : paymentTypeName(paymentType))
}

/** Tells whether the payment or refund of an invoice was simulated, without money. */
export function isSimulated({ total, paymentType, paidBy }: Invoice): boolean {
  return total !== 0 && paidBy === null && !isPaidAtDesk(paymentType)
}
