import { pages } from '#contract/pages.ts'
import type { PaymentId } from '#domain/ids.ts'
import { useCancelReservation } from '#client/customer/cancel-reservation.ts'
import { type ViewedTicket, ticketName } from '#client/names/ticket-name.ts'
import { Dotted } from '#client/ui/dotted.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { ButtonLink, TextLink } from '#client/ui/links.tsx'
import { Deadline, Moment } from '#client/ui/moment.tsx'
import { TicketCard } from './ticket-card.tsx'
import { texts } from './tickets.texts.ts'

/** Shows a reserved ticket, which can be cancelled unless a payment is under way. */
export function ReservedTicket({ ticket }: { readonly ticket: ViewedTicket }) {
  const { paymentId } = ticket
  return paymentId === undefined ? (
    <UnpaidTicket ticket={ticket} />
  ) : (
    <TicketBeingPaid ticket={ticket} paymentId={paymentId} />
  )
}

function UnpaidTicket({ ticket }: { readonly ticket: ViewedTicket }) {
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

function TicketBeingPaid({ ticket, paymentId }: { readonly ticket: ViewedTicket; readonly paymentId: PaymentId }) {
  const { reservedUntil } = ticket
  return (
    <TicketCard
      ticket={ticket}
      note={
        reservedUntil && (
          <Dotted>
            <span>
              {texts.beingPaidUntil} <Deadline at={reservedUntil} />
            </span>
            {texts.continueOrCancel}
          </Dotted>
        )
      }
    >
      <ButtonLink
        variant="default"
        to={pages.payment.href({ id: paymentId })}
        aria-label={texts.toPaymentOf(ticketName(ticket))}
      >
        {texts.toPayment}
      </ButtonLink>
    </TicketCard>
  )
}

function ReservedUntil({ ticket: { reservedUntil, eventShow } }: { readonly ticket: ViewedTicket }) {
  return (
    <Dotted>
      {reservedUntil && (
        <span>
          {texts.reservedUntil} <Moment at={reservedUntil} zone={eventShow.timeZone} />
        </span>
      )}
      <TextLink to={pages.checkout.href()} inherit underline="always">
        {texts.toCheckout}
      </TextLink>
    </Dotted>
  )
}
