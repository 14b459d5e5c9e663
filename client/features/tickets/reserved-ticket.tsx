import { pages } from '#contract/pages.ts'
import { useCancelReservation } from '#client/customer/cancel-reservation.ts'
import { type Ticket, ticketName } from '#client/names/ticket-name.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { TicketCard } from './ticket-card.tsx'
import { texts } from './tickets.texts.ts'

/** Shows a reserved ticket, which can be cancelled. */
export function ReservedTicket({ ticket }: { readonly ticket: Ticket }) {
  const { cancel, isPending } = useCancelReservation(ticket)
  return (
    <TicketCard ticket={ticket} note={<ReservedUntil ticket={ticket} />}>
      <ActionButton
        variant="default"
        isBusy={isPending}
        onClick={cancel}
        aria-label={texts.cancelNamed(ticketName(ticket))}
      >
        {texts.cancel}
      </ActionButton>
    </TicketCard>
  )
}

function ReservedUntil({ ticket: { reservedUntil, eventShow } }: { readonly ticket: Ticket }) {
  return (
    <>
      {reservedUntil && (
        <>
          {texts.reservedUntil} <Moment at={reservedUntil} zone={eventShow.timeZone} /> ·{' '}
        </>
      )}
      <TextLink to={pages.checkout.href()} inherit>
        {texts.toCheckout}
      </TextLink>
    </>
  )
}
