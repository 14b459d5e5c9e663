import { Suspense } from 'react'
import { hasStarted } from '#domain/reservations.ts'
import { type Ticket, ticketName } from '#client/names/ticket-name.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { useNow } from '#client/ui/use-now.ts'
import { TicketCard } from './ticket-card.tsx'
import { useRefund } from './tickets.queries.ts'
import { texts } from './tickets.texts.ts'

// Few customers look at tickets of past shows, and its tooltip is heavy.
const TooLate = lazyPart(async () => (await import('./too-late.tsx')).TooLate)

type Props = {
  readonly ticket: Ticket
  readonly onRefunded: Parameters<typeof useRefund>[0]
}

/** Shows a bought ticket, refundable until its show starts. */
export function BoughtTicket({ ticket, onRefunded }: Props) {
  const isPast = hasStarted({ startsAt: new Date(ticket.eventShow.startTime) }, useNow())
  return (
    <TicketCard ticket={ticket}>
      {isPast ? (
        <Suspense fallback={<CancelDisabled />}>
          <TooLate />
        </Suspense>
      ) : (
        <Refund ticket={ticket} onRefunded={onRefunded} />
      )}
    </TicketCard>
  )
}

function Refund({ ticket, onRefunded }: Props) {
  const { act, isPending } = useRefund(onRefunded)
  const ask = async () => {
    const question = { title: texts.refundQuestion, details: ticketName(ticket), confirm: texts.refund }
    if (await confirmed({ ...question, isDestructive: true })) act(ticket.id)
  }
  return (
    <ActionButton
      variant="default"
      isBusy={isPending}
      onClick={() => void ask()}
      aria-label={texts.cancelNamed(ticketName(ticket))}
    >
      {texts.cancel}
    </ActionButton>
  )
}

function CancelDisabled() {
  return (
    <ActionButton variant="default" disabled>
      {texts.cancel}
    </ActionButton>
  )
}
