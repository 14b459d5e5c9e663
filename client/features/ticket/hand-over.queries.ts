import { useQueryClient } from '@tanstack/react-query'
import { offerTicket, replaceTicketCode, withdrawTicketOffer } from '#contract/ticket-transfers.ts'
import type { TicketId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './hand-over.texts.ts'

/** Gives a ticket a new code. */
export function useReplaceCode(id: TicketId) {
  return useHandOver(() => call(replaceTicketCode, { params: { id }, idempotencyKey: newKey() }), texts.replaced)
}

/** Withdraws the offer of a ticket. */
export function useWithdrawOffer(id: TicketId) {
  return useHandOver(() => call(withdrawTicketOffer, { params: { id } }), texts.withdrawn)
}

/** Offers a ticket to an address. */
export function useOfferTicket(id: TicketId, onSent: () => void) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: ({ email }: { email: string }) =>
      call(offerTicket, { params: { id }, body: { email }, idempotencyKey: newKey() }),
    onSuccess: (_, { email }) => {
      toastSuccess(texts.sent(email))
      onSent()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['own-tickets'] }),
  })
}

function useHandOver(change: () => Promise<unknown>, done: string) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: change,
    onSuccess: () => toastSuccess(done),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['own-tickets'] }),
  })
}
