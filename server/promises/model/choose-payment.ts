import fc from 'fast-check'
import { commandsOf, index, itemAt } from './command.ts'
import type { ModelPayment, PaymentModel } from './payment-model.ts'
import type { RealPayingShop } from './real-paying-shop.ts'

/** Builds a command of the model of payments. */
export const command = commandsOf<PaymentModel, RealPayingShop>()

/** Draws a payment. */
export const ofPayment = fc.record({ payment: index })
type Fits = (payment: ModelPayment) => boolean

/** Finds a payment of which something holds. */
export const resolvePayment =
  (fits: Fits = () => true) =>
  (model: PaymentModel, input: { payment: number }) => {
    const payment = itemAt(model.payments.filter(fits), input.payment)
    return payment && { payment }
  }

/** Finds a refund in a state, with its place among the refunds of its payment. */
export const resolveRefund =
  (fits: (refund: ModelPayment['refunds'][number]) => boolean) => (model: PaymentModel, input: { payment: number }) => {
    const all = model.payments.flatMap((payment) =>
      payment.refunds.flatMap((refund, number) => (fits(refund) ? [{ payment, refund, number }] : [])),
    )
    return itemAt(all, input.payment)
  }
