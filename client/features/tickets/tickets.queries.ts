import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listOwnTickets, refundTicket } from '#contract/tickets.ts'
import type { LiveTicketState } from '#domain/tickets/ticket-states.ts'
import type { TicketId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useAction } from '#client/calls/use-action.ts'

export const PAGE_SIZE = 10

/** Queries one page of own tickets of a state: upcoming shows soonest first, then past ones latest first. */
export function ownTicketsQuery(state: LiveTicketState, pageIndex: number) {
  return queryOptions({
    queryKey: ['own-tickets', state, pageIndex],
    queryFn: ({ signal }) => call(listOwnTickets, { query: { state, pageIndex, pageSize: PAGE_SIZE }, signal }),
    placeholderData: (previous, query) => (query?.queryKey[1] === state ? keepPreviousData(previous) : undefined),
  })
}

/** Queries the live ticket of the next show, reserved or bought; without an upcoming one, that of the latest show. */
export const nextTicketQuery = queryOptions({
  queryKey: ['own-tickets', 'next'],
  // Asked again at each visit, because a purchase changes it.
  staleTime: 0,
  queryFn: ({ signal }) => call(listOwnTickets, { query: { pageSize: 1 }, signal }),
  // The list reports the failure.
  meta: { isUnasked: true },
})

/** Refunds a ticket. Calls back with the refund invoice. */
export function useRefund(onRefunded: (invoice: ReplyOf<typeof refundTicket>) => unknown) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (id: TicketId) => call(refundTicket, { params: { id }, idempotencyKey: newKey() }),
    onSuccess: onRefunded,
    onSettled: () => queryClient.invalidateQueries(),
  })
}
