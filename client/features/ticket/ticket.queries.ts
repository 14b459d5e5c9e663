import { queryOptions } from '@tanstack/react-query'
import { getOwnTicket } from '#contract/ticket-codes.ts'
import type { TicketId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

/** Queries one of the customer's own tickets. */
export const ownTicketQuery = (id: TicketId) =>
  queryOptions({
    queryKey: ['own-tickets', 'one', id],
    queryFn: ({ signal }) => call(getOwnTicket, { params: { id }, signal }),
  })
