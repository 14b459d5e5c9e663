import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import { type getPayment, giveUpPayment } from '#contract/payments.ts'
import type { PaymentId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { forgetValues } from '#client/forms/kept-values.ts'
import type { PageAddress } from '#client/ui/links.tsx'
import { toastInfo, toastSuccess } from '#client/ui/feedback/toasts.ts'

export type Payment = ReplyOf<typeof getPayment>

/** Tells whether a payment has ended. */
export const isFinal = ({ state }: Payment) => state === 'TAKEN' || state === 'CLOSED'

/** Tells whether money was taken that goes back, because it came too late or twice. */
export const isReturned = ({ state, invoiceId }: Payment) => state === 'TAKEN' && invoiceId === null

/** The sentence after every purchase. */
export const PURCHASE_SUCCESS = 'Your purchase was successful!'

const texts = {
  closed: 'The payment was not completed, and nothing was charged.',
  notCancelled: "The payment can't be cancelled right now. Your bank may be working on it.",
}

/**
 * Returns a function that reports the end of a payment and goes on: to the invoice, or back to the checkout. Returns
 * false for a payment that has not ended, and for money that goes back, which the page of the payment tells.
 */
export function usePaymentEnd(): (payment: Payment) => boolean {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const goTo = async (to: PageAddress) => {
    await navigate({ to, replace: true })
    await queryClient.invalidateQueries()
  }
  return ({ state, invoiceId }) => {
    if (state === 'TAKEN' && invoiceId !== null) {
      toastSuccess(PURCHASE_SUCCESS)
      forgetValues(pages.checkout.href())
      void goTo(pages.invoice.href({ id: invoiceId }))
      return true
    }
    if (state !== 'CLOSED') return false
    toastInfo(texts.closed)
    void goTo(pages.checkout.href())
    return true
  }
}

/** Gives up a payment. Calls back with what became of it: the provider may have taken the money already. */
export function useGiveUpPayment(id: PaymentId, onAnswer: (payment: Payment) => unknown) {
  return useAction({
    mutationFn: () => call(giveUpPayment, { params: { id } }),
    onSuccess: (payment) => {
      if (!isFinal(payment)) toastInfo(texts.notCancelled)
      onAnswer(payment)
    },
  })
}

/** The time after which a page counts as not left, because the browser cancelled the navigation. */
const LEAVING_MS = 10_000

/** Leaves the shop for another address. Resolves if the page is still there, or is shown again. */
export function leaveFor(url: string): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true })
    setTimeout(resolve, LEAVING_MS)
    location.assign(url)
  })
}
