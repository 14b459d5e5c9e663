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
 * Places orders. Ignores a second click while an order is pending. Repeats an order of unknown outcome with the same
 * Idempotency-Key, so that nothing is bought twice.
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
      // Prices, stock or reservations may have changed: refetches them and keeps the input.
      if (!isUnknown) void queryClient.invalidateQueries()
    },
  })
  return {
    order: (body: Order) => act(unsettled && isSame(unsettled.body, body) ? unsettled : { body, key: newKey() }),
    isPending,
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
