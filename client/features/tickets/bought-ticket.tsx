import { Button, Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { hasStarted } from '#domain/reservations.ts'
import { type Ticket, ticketName } from '#client/names/ticket-name.ts'
import { confirmed } from '#client/ui/confirm.tsx'
import { useNow } from '#client/ui/use-now.ts'
import { TicketCard } from './ticket-card.tsx'
import { useRefund } from './tickets.queries.ts'
import { texts } from './tickets.texts.ts'

/** A bought ticket, which can be refunded until its show starts. */
export function BoughtTicket({ ticket }: { readonly ticket: Ticket }) {
  const isPast = hasStarted({ startsAt: new Date(ticket.eventShow.startTime) }, useNow())
  return <TicketCard ticket={ticket}>{isPast ? <TooLate /> : <Refund ticket={ticket} />}</TicketCard>
}

function Refund({ ticket }: { readonly ticket: Ticket }) {
  const { mutate, isPending } = useRefund()
  const ask = async () => {
    const question = { title: texts.refundQuestion, details: ticketName(ticket), confirm: texts.refund }
    if (await confirmed({ ...question, isDestructive: true })) mutate(ticket.id)
  }
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => void ask()}
      aria-label={texts.cancelNamed(ticketName(ticket))}
    >
      {texts.cancel}
    </Button>
  )
}

// Off, and yet in reach of the keyboard: else nobody could read why.
function TooLate() {
  return (
    <Tooltip label={texts.past} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" data-disabled aria-disabled aria-label={`${texts.cancel}: ${texts.past}`}>
        {texts.cancel}
      </Button>
    </Tooltip>
  )
}
