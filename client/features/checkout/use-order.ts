import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { type newOrder, placeOrder } from '#contract/orders.ts'
import { pages } from '#contract/pages.ts'
import { ApiError, call } from '#client/api.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './checkout.texts.ts'

type Order = z.input<typeof newOrder>
type Attempt = { readonly body: Order; readonly key: string }

/**
 * Buying. A second click while an order is under way does nothing, and an order whose end nobody knows is repeated
 * under the same Idempotency-Key, so that nothing is bought twice.
 */
export function useOrder() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [unsettled, setUnsettled] = useState<Attempt>()
  const { act, isPending } = useAction({
    mutationFn: ({ body, key }: Attempt) => call(placeOrder, { body, idempotencyKey: key }),
    onSuccess: async ({ id }) => {
      toastSuccess(texts.success)
      await navigate({ to: pages.invoice.href({ id }) })
      await queryClient.invalidateQueries()
    },
    onError: (error, attempt) => {
      const isUnknown = isEndUnknown(error)
      setUnsettled(isUnknown ? attempt : undefined)
      // Prices, stock or reservations have changed, and the page shows it. What was typed stays.
      if (!isUnknown) void queryClient.invalidateQueries()
    },
  })
  return {
    order: (body: Order) => act(unsettled && isSame(unsettled.body, body) ? unsettled : { body, key: newKey() }),
    isPending,
    /** Asks after the order whose end is not known, if there is one. */
    askAgain: unsettled && (() => act(unsettled)),
  }
}

/** Whether the server may have done it all the same: there was no answer, or one that does not say. */
function isEndUnknown(error: Error): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || (error.status >= 500 && error.code === undefined)
}

function isSame(one: Order, other: Order): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
