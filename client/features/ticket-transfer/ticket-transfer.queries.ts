import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { acceptTicket, declineTicket, getTicketOffer } from '#contract/ticket-transfers.ts'
import type { TicketId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'

/** Queries the ticket that a link offers. The page shows an error if there is none. */
export const offeredTicketQuery = (token: string) =>
  queryOptions({
    queryKey: ['ticket-offer', token],
    queryFn: ({ signal }) => call(getTicketOffer, { params: { token }, signal }),
    meta: { showsError: true },
  })

/** Accepts an offered ticket. Calls back with it. */
export function useAcceptTicket(token: string, onAccepted: (id: TicketId) => unknown) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: () => call(acceptTicket, { params: { token } }),
    onSuccess: async ({ ticketId }) => {
      await queryClient.invalidateQueries({ queryKey: ['own-tickets'] })
      await onAccepted(ticketId)
    },
  })
}

/** Declines an offered ticket. */
export function useDeclineTicket(token: string, onDeclined: () => void) {
  return useAction({ mutationFn: () => call(declineTicket, { params: { token } }), onSuccess: onDeclined })
}
