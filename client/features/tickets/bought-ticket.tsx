import { Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import { pages } from '#contract/pages.ts'
import { isRefundable } from '#domain/tickets/refund-rights.ts'
import { type ViewedTicket, ticketName, unbroken } from '#client/names/ticket-name.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { useNow } from '#client/ui/use-now.ts'
import { refundSentences } from './refund-sentences.ts'
import { TicketCard } from './ticket-card.tsx'
import { useRefund } from './tickets.queries.ts'
import { texts } from './tickets.texts.ts'

// Few customers look at tickets of past shows, and its tooltip is heavy.
const TooLate = lazyPart(async () => (await import('./too-late.tsx')).TooLate)

type Props = {
  readonly ticket: ViewedTicket
  readonly onRefunded: Parameters<typeof useRefund>[0]
}

/** Shows a bought ticket, refundable until its show starts, or longer after a change of the show. */
export function BoughtTicket({ ticket, onRefunded }: Props) {
  const { eventShow, refundableUntil, givenTo, receivedFrom, offeredTo } = ticket
  const offer = refundableUntil === undefined ? null : new Date(refundableUntil)
  const [startsAt, now] = [new Date(eventShow.startTime), useNow()]
  const canRefund = isRefundable({ startsAt, refundableUntil: offer }, now)
  // The offer of a ticket ends when its show starts.
  const isOffered = offeredTo !== undefined && now < startsAt
  const note = canRefund && refundableUntil !== undefined && (
    <>
      {texts.changed} <Moment at={refundableUntil} zone={eventShow.timeZone} />
    </>
  )
  if (givenTo !== undefined) {
    const given = texts.givenTo(givenTo)
    if (!canRefund) return <TicketCard ticket={ticket} note={given} />
    if (ticket.refund === undefined) {
      return <TicketCard ticket={ticket} note={`${given}. ${now < startsAt ? texts.askForItFirst : texts.afterShow}`} />
    }
    return (
      <TicketCard ticket={ticket} note={given}>
        <Refund ticket={ticket} onRefunded={onRefunded} />
      </TicketCard>
    )
  }
  if (receivedFrom !== undefined) {
    return (
      <TicketCard ticket={ticket} note={texts.receivedFrom(receivedFrom)}>
        <ShowTicket ticket={ticket} isMain />
      </TicketCard>
    )
  }
  return (
    <TicketCard ticket={ticket} note={isOffered ? texts.offeredTo(offeredTo) : note}>
      <ShowTicket ticket={ticket} isMain={canRefund} />
      {canRefund ? (
        <Refund ticket={ticket} onRefunded={onRefunded} />
      ) : (
        <Suspense fallback={<CancelDisabled />}>
          <TooLate />
        </Suspense>
      )}
    </TicketCard>
  )
}

function ShowTicket({ ticket, isMain }: { readonly ticket: ViewedTicket; readonly isMain: boolean }) {
  return (
    <ButtonLink
      variant={isMain ? 'filled' : 'default'}
      to={pages.ticket.href(ticket)}
      aria-label={texts.showNamed(ticketName(ticket))}
    >
      {texts.show}
    </ButtonLink>
  )
}

function Refund({ ticket, onRefunded }: Props) {
  const { act, isPending } = useRefund(onRefunded)
  const ask = async () => {
    const details = <RefundDetails ticket={ticket} />
    const question = { title: texts.refundQuestion, details, confirm: texts.refund }
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

/** Names the ticket, and tells what goes back and how, so that nobody takes "Cancel" for the refund. */
function RefundDetails({ ticket }: Pick<Props, 'ticket'>) {
  return (
    <Stack gap="xs">
      <Text inherit>{unbroken(ticketName(ticket))}</Text>
      {[...refundSentences(ticket), texts.keep].map((sentence) => (
        <Text key={sentence} inherit>
          {sentence}
        </Text>
      ))}
    </Stack>
  )
}

function CancelDisabled() {
  return (
    <ActionButton variant="default" disabled>
      {texts.cancel}
    </ActionButton>
  )
}
