import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getPayment } from '#contract/payments.ts'
import type { PaymentId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

export type Payment = ReplyOf<typeof getPayment>

/** Queries an own payment. The page shows an error if there is none. */
export function paymentQuery(id: PaymentId) {
  return queryOptions({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => call(getPayment, { params: { id }, signal }),
    staleTime: 0,
    meta: { showsError: true },
  })
}
