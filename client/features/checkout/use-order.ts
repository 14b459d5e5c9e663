import type { ReplyOf } from '#contract/endpoint.ts'
import type { placeOrder } from '#contract/orders.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { sendOrder } from './checkout.queries.ts'
import { texts } from './checkout.texts.ts'
import { useAttempt } from './use-attempt.ts'

/** Places orders that no provider takes money for. */
export function useOrder(onOrdered: (invoice: ReplyOf<typeof placeOrder>) => Promise<void>) {
  const { attempt, repeat, ...state } = useAttempt({
    send: sendOrder,
    onDone: (invoice) => {
      toastSuccess(texts.success)
      return onOrdered(invoice)
    },
  })
  return {
    order: attempt,
    ...state,
    /** Repeats the order of unknown outcome, if there is one. */
    askAgain: repeat,
  }
}
