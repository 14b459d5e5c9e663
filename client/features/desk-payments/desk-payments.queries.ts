import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listDeskPayments, settleDeskPayment } from '#contract/admin-desk-payments.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { PaymentId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './desk-payments.texts.ts'

export type DeskPayment = ReplyOf<typeof listDeskPayments>['elements'][number]

/** Queries one page of the payments that wait at the box office. */
export const deskPaymentsQuery = (query: z.input<typeof listDeskPayments.query>) =>
  queryOptions({
    queryKey: ['desk-payments', query],
    queryFn: ({ signal }) => call(listDeskPayments, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Books a payment at the box office by the number of its receipt. */
export function useSettle(id: PaymentId) {
  const client = useQueryClient()
  return useAction({
    mutationFn: (receipt: string) => call(settleDeskPayment, { params: { id }, body: { receipt } }),
    onSuccess: () => toastSuccess(texts.settled),
    onSettled: () => client.invalidateQueries(),
  })
}
