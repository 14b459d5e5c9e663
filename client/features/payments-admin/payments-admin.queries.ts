import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  endLostDispute,
  getAdminPayment,
  listAdminPayments,
  lookAtAnyPayment,
  payRefundByHand,
  releasePayment,
  retryRefund,
  settlePayment,
} from '#contract/admin-payments.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { PaymentId, RefundId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { useEnding } from '#client/desk/use-ending.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './payments-admin.texts.ts'

export type ListedPayment = ReplyOf<typeof listAdminPayments>['elements'][number]
export type AdminPayment = ReplyOf<typeof getAdminPayment>

/** Queries one page of payments. */
export const paymentsQuery = (query: z.input<typeof listAdminPayments.query>) =>
  queryOptions({
    queryKey: ['admin-payments', query],
    queryFn: ({ signal }) => call(listAdminPayments, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries a payment. */
export const adminPaymentQuery = (id: PaymentId) =>
  queryOptions({
    queryKey: ['admin-payment', id],
    queryFn: ({ signal }) => call(getAdminPayment, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Asks the provider about a payment. */
export function useLook(id: PaymentId) {
  const client = useQueryClient()
  return useAction({
    mutationFn: () => call(lookAtAnyPayment, { params: { id } }),
    onSuccess: () => toastSuccess(texts.asked),
    onSettled: () => client.invalidateQueries(),
  })
}

/** Ends a lost dispute of a payment. */
export function useEndDispute(id: PaymentId, onEnded: () => void) {
  return useEnding({
    mutationFn: (body: z.input<typeof endLostDispute.body>) => call(endLostDispute, { params: { id }, body }),
    success: texts.done,
    onEnded,
  })
}

const ofPayment = { release: releasePayment, settle: settlePayment }
const ofRefund = { retry: retryRefund, byHand: payRefundByHand }

/** A payment or a failed refund that an administrator ends by hand. */
export type Ending = { id: PaymentId; how: keyof typeof ofPayment } | { id: RefundId; how: keyof typeof ofRefund }

/** Ends a payment or a failed refund, with a reason. */
export function useEnd(ending: Ending, onEnded: () => void) {
  return useEnding({
    mutationFn: (reason: string) =>
      'retry' === ending.how || 'byHand' === ending.how
        ? call(ofRefund[ending.how], { params: { id: ending.id as RefundId }, body: { reason } })
        : call(ofPayment[ending.how], { params: { id: ending.id as PaymentId }, body: { reason } }),
    success: texts.done,
    onEnded,
  })
}
