import type { TicketRefund } from '#contract/tickets.ts'
import { type Cents, euro } from '#domain/money.ts'
import { isPaidAtDesk, paymentTypeName } from '#domain/payments/payment-types.ts'
import { returnText } from '#domain/payments/payments.ts'
import { texts } from './tickets.texts.ts'

type Sold = { readonly price: Cents | null; readonly refund?: TicketRefund | undefined }

/** Writes what the refund of a ticket gives back, how, and which points it takes. Nothing if that is unknown. */
export function refundSentences({ price, refund }: Sold): string[] {
  if (price === 0) return [texts.isFree]
  if (!refund) return []
  return [...moneySentences(refund), ...(refund.points > 0 ? [texts.pointsLost(refund.points)] : [])]
}

function moneySentences({ amount, paymentType, paidBy }: TicketRefund): string[] {
  if (amount === 0) return [texts.nothingLeft]
  const goesBack = texts.goesBack(euro(amount))
  if (paidBy !== null) return [`${goesBack} ${returnText(paidBy)}`]
  return paymentType !== null && isPaidAtDesk(paymentType)
    ? [texts.goesBackAtDesk(euro(amount), paymentTypeName(paymentType))]
    : [goesBack, texts.simulation]
}
