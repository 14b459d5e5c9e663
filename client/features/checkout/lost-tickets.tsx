import { useMutationState } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelReservationKey } from '#client/customer/cancel-reservation.ts'
import { type Ticket, ticketName, unbroken } from '#client/names/ticket-name.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import classes from './checkout.module.css'
import { texts } from './checkout.texts.ts'

type Seen = { readonly tickets: readonly Ticket[] | undefined; readonly lost: readonly Ticket[] }

/**
 * Returns the tickets that left the cart while the page was open, without those that the customer removed here or was
 * paying for.
 */
export function useLostTickets(tickets: readonly Ticket[] | undefined): readonly Ticket[] {
  const removed = useMutationState({
    filters: { mutationKey: cancelReservationKey, predicate: ({ state }) => state.status !== 'error' },
    select: ({ state }) => state.variables,
  })
  const [seen, setSeen] = useState<Seen>({ tickets, lost: [] })
  if (tickets === undefined || seen.tickets === tickets) return seen.lost
  const present = new Set(tickets.map(({ id }) => id))
  const left = (seen.tickets ?? []).filter(({ id, paymentId }) => paymentId === undefined && !removed.includes(id))
  const lost = [...seen.lost, ...left].filter(({ id }) => !present.has(id))
  setSeen({ tickets, lost })
  return lost
}

/** Names the tickets that are no longer reserved. */
export function LostTickets({ tickets }: { readonly tickets: readonly Ticket[] }) {
  if (tickets.length === 0) return null
  return (
    <Notice kind="error">
      {texts.lost(tickets.length)}
      <ul className={classes['lost']}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>{unbroken(ticketName(ticket))}</li>
        ))}
      </ul>
    </Notice>
  )
}
