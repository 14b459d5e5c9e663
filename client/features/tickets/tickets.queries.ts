import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listOwnTickets, refundTicket, type TicketState } from '#contract/tickets.ts'
import { pages } from '#contract/pages.ts'
import type { TicketId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useAction } from '#client/calls/use-action.ts'

export const PAGE_SIZE = 10

/** Queries one page of own tickets of a state: upcoming shows soonest first, then past ones latest first. */
export function ownTicketsQuery(state: TicketState, pageIndex: number) {
  return queryOptions({
    queryKey: ['own-tickets', state, pageIndex],
    queryFn: ({ signal }) => call(listOwnTickets, { query: { state, pageIndex, pageSize: PAGE_SIZE }, signal }),
    placeholderData: (previous, query) => (query?.queryKey[1] === state ? keepPreviousData(previous) : undefined),
  })
}

/** Refunds a ticket and goes to the refund invoice. */
export function useRefund() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useAction({
    mutationFn: (id: TicketId) => call(refundTicket, { params: { id }, idempotencyKey: newKey() }),
    onSuccess: ({ id }) => navigate({ to: pages.invoice.href({ id }) }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
