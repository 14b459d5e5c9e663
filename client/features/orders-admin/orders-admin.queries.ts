import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getAdminOrder, listAdminOrders, listGuestTickets, resendOrderMail } from '#contract/admin-orders.ts'
import { payReservations, refundAtDesk, releaseReservation } from '#contract/box-office.ts'
import { admitByName, getDoorList } from '#contract/door-list.ts'
import { checkTicketCode } from '#contract/ticket-codes.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { OrderId, ShowId, TicketId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useSaveTickets } from '#client/customer/ticket-downloads.ts'
import { useAction } from '#client/calls/use-action.ts'
import { entryRefusals } from '#client/desk/entry-refusals.ts'
import { useEnding } from '#client/desk/use-ending.ts'
import { toastError, toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './orders-admin.texts.ts'

export type ListedOrder = ReplyOf<typeof listAdminOrders>['elements'][number]
export type AdminOrder = ReplyOf<typeof getAdminOrder>
export type DoorList = ReplyOf<typeof getDoorList>
export type DoorEntry = DoorList['entries'][number]

/** Queries one page of orders. */
export const ordersQuery = (query: z.input<typeof listAdminOrders.query>) =>
  queryOptions({
    queryKey: ['admin-orders', query],
    queryFn: ({ signal }) => call(listAdminOrders, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries an order. */
export const orderQuery = (id: OrderId) =>
  queryOptions({
    queryKey: ['admin-order', id],
    queryFn: ({ signal }) => call(getAdminOrder, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Queries the door list of a show. */
export const doorListQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['door-list', id],
    queryFn: ({ signal }) => call(getDoorList, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Judges a scanned code at a show. */
export const ticketCheckQuery = (id: ShowId, code: string) =>
  queryOptions({
    queryKey: ['door-list', id, 'check', code],
    // A code is judged anew each time it is scanned.
    staleTime: 0,
    queryFn: ({ signal }) => call(checkTicketCode, { params: { id }, body: { code }, signal }),
    meta: { showsError: true },
  })

/** Downloads the tickets of a guest's order to print them. */
export function useGuestTickets(id: OrderId) {
  return useSaveTickets({
    queryKey: ['admin-order', id, 'printable'],
    queryFn: ({ signal }) => call(listGuestTickets, { params: { id }, signal }),
    instead: texts.admitByName,
  })
}

/** Sends the mail of an order again. */
export function useResend(id: OrderId) {
  return useAction({
    mutationFn: () => call(resendOrderMail, { params: { id } }),
    onSuccess: () => toastSuccess(texts.resent),
  })
}

/** Refunds a ticket with a reason. */
export function useRefund(id: TicketId, onRefunded: () => void) {
  return useEnding({
    mutationFn: (reason: string) => call(refundAtDesk, { params: { id }, body: { reason }, idempotencyKey: newKey() }),
    success: texts.refunded,
    onEnded: onRefunded,
  })
}

/** Sells a reservation that is paid at the desk. */
export function usePay({ id, price }: Pick<DoorEntry, 'id' | 'price'>) {
  const client = useQueryClient()
  return useAction({
    mutationFn: (paymentType: 'CASH' | 'CARD') =>
      call(payReservations, {
        body: { ticketIds: [id], ...(price > 0 && { paymentType }), expectedTotal: price },
        idempotencyKey: newKey(),
      }),
    onSuccess: () => toastSuccess(texts.paidNow),
    onSettled: () => client.invalidateQueries(),
  })
}

/** Releases the reservation of a customer. */
export function useReleaseReservation(id: TicketId) {
  const client = useQueryClient()
  return useAction({
    mutationFn: () => call(releaseReservation, { params: { id } }),
    onSuccess: () => toastSuccess(texts.released),
    onSettled: () => client.invalidateQueries(),
  })
}

/** Admits the person of a bought ticket by name. */
export function useAdmit(showId: ShowId, ticketId: TicketId) {
  const client = useQueryClient()
  return useAction({
    mutationFn: (reason: string) => call(admitByName, { params: { id: showId }, body: { ticketId, reason } }),
    onSuccess: ({ reason }) => {
      if (reason === null) toastSuccess(texts.isAdmitted)
      else toastError(texts.notAdmitted(entryRefusals[reason]))
    },
    onSettled: () => client.invalidateQueries(),
  })
}
