import { useQueryClient } from '@tanstack/react-query'
import { cancelReservation } from '#contract/tickets.ts'
import type { TicketId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { type ViewedTicket, ticketName, unbroken } from '#client/names/ticket-name.ts'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'

const texts = {
  question: 'Are you sure you want to cancel this reservation?',
  confirm: 'Cancel Reservation',
  keep: 'Keep Reservation',
  done: 'Your ticket reservation was successfully cancelled.',
}

/** Marks the cancellations of reservations, with the ids of their tickets. */
export const cancelReservationKey = ['cancel-reservation']

/** Cancels a reservation after a confirmation and invalidates tickets, cart and places. */
export function useCancelReservation(ticket: ViewedTicket) {
  const queryClient = useQueryClient()
  const { act, isPending } = useAction({
    mutationKey: cancelReservationKey,
    mutationFn: (id: TicketId) => call(cancelReservation, { params: { id } }),
    onSuccess: () => toastSuccess(texts.done),
    onSettled: () => queryClient.invalidateQueries(),
  })
  const cancel = async () => {
    const { question, confirm, keep } = texts
    const answer = {
      title: question,
      details: unbroken(ticketName(ticket)),
      confirm,
      cancel: keep,
      isDestructive: true,
    }
    if (await confirmed(answer)) act(ticket.id)
  }
  return { cancel: () => void cancel(), isPending }
}
