import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { newOrder, placeOrder } from '#contract/orders.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { type OrderAttempt, placeOrderMutation } from './checkout.queries.ts'
import { texts } from './checkout.texts.ts'

type Order = z.input<typeof newOrder>

/**
 * Places orders. Ignores a second click while an order is pending. Repeats an order of unknown outcome with the same
 * Idempotency-Key, so that nothing is bought twice.
 */
export function useOrder(onOrdered: (invoice: ReplyOf<typeof placeOrder>) => Promise<void>) {
  const queryClient = useQueryClient()
  const [unsettled, setUnsettled] = useState<OrderAttempt>()
  const { act, isPending, error } = useAction({
    ...placeOrderMutation,
    onSuccess: async (invoice) => {
      toastSuccess(texts.success)
      await onOrdered(invoice)
      await queryClient.invalidateQueries()
    },
    onError: (error, attempt) => {
      const isUnknown = isEndUnknown(error)
      setUnsettled(isUnknown ? attempt : undefined)
      // Prices, stock or reservations may have changed: refetches them and keeps the input.
      if (!isUnknown) void queryClient.invalidateQueries()
    },
  })
  return {
    order: (body: Order) => act(unsettled && isSame(unsettled.body, body) ? unsettled : { body, key: newKey() }),
    isPending,
    /** The sentence of the last refused order; undefined if it may have been placed nevertheless. */
    refusal: error && !isEndUnknown(error) ? error.message : undefined,
    /** Repeats the order of unknown outcome, if there is one. */
    askAgain: unsettled && (() => act(unsettled)),
  }
}

/** Tells whether the server may have placed the order nevertheless: no answer, or an inconclusive one. */
function isEndUnknown(error: Error): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || (error.status >= 500 && error.code === undefined)
}

function isSame(one: Order, other: Order): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
