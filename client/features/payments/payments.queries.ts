import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getPayment, lookAtPayment } from '#contract/payments.ts'
import type { PaymentId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { isFinal, type Payment } from '#client/customer/payments.ts'

const LOOK_DELAYS_MS = [1_000, 1_000, 2_000, 3_000]
const LAST_LOOK_DELAY_MS = 5_000
/** The time after which the page no longer asks by itself. */
const PATIENCE_MS = 120_000

/** A payment. `isSure`: as the provider reports it now, not only as the shop knew it. */
export type SeenPayment = Payment & { readonly isSure: boolean }

/** Tells whether a payment has ended for certain. The provider may still take the money of a released one. */
export const hasEnded = (payment: SeenPayment) => isFinal(payment) && (payment.isSure || payment.state === 'TAKEN')

const paymentKey = (id: PaymentId) => ['payment', id] as const

/** Asks the provider about an own payment: repeatedly until it ended or `until`, a time in milliseconds. */
function paymentQuery(id: PaymentId, until: number) {
  return queryOptions({
    queryKey: paymentKey(id),
    queryFn: ({ signal }) => look(id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      (data && hasEnded(data)) || Date.now() > until
        ? false
        : (LOOK_DELAYS_MS[dataUpdateCount + errorUpdateCount - 1] ?? LAST_LOOK_DELAY_MS),
    // Asked again anyway.
    meta: { isUnasked: true },
  })
}

async function look(id: PaymentId, signal: AbortSignal): Promise<SeenPayment> {
  const said = { params: { id }, signal }
  try {
    return { ...(await call(lookAtPayment, said)), isSure: true }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'payment_unavailable') throw error
    return { ...(await call(getPayment, said)), isSure: false }
  }
}

/** Waits for the end of a payment. `until`: when the page stops asking by itself, in milliseconds. */
export function usePayment(id: PaymentId) {
  const queryClient = useQueryClient()
  const [until, setUntil] = useState(() => Date.now() + PATIENCE_MS)
  const { data: payment, error, refetch } = useQuery(paymentQuery(id, until))
  return {
    payment,
    error,
    until,
    lookAgain: () => {
      setUntil(Date.now() + PATIENCE_MS)
      void refetch()
    },
    replace: (changed: Payment) => {
      queryClient.setQueryData(paymentKey(id), { ...changed, isSure: true })
    },
  }
}
