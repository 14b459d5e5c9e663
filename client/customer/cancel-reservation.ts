import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelReservation } from '#contract/tickets.ts'
import type { TicketId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { type Ticket, ticketName } from '#client/names/ticket-name.ts'
import { confirmed } from '#client/ui/confirm.tsx'
import { toastSuccess } from '#client/ui/toasts.ts'

const texts = {
  question: 'Are you sure you want to cancel this reservation?',
  confirm: 'Cancel Reservation',
  keep: 'Keep Reservation',
  done: 'Your ticket reservation was successfully cancelled.',
}

/** Asks, and then gives a reserved place back. Whatever shows tickets, the cart or places follows. */
export function useCancelReservation(onGone?: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: TicketId) => call(cancelReservation, { params: { id } }),
    onSuccess: () => {
      toastSuccess(texts.done)
      onGone?.()
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
  const cancel = async (ticket: Ticket) => {
    const { question, confirm, keep } = texts
    const answer = { title: question, details: ticketName(ticket), confirm, cancel: keep, isDestructive: true }
    if (await confirmed(answer)) mutate(ticket.id)
  }
  return { cancel: (ticket: Ticket) => void cancel(ticket), cancellingId: isPending ? variables : undefined }
}
