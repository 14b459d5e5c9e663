import { Checkbox, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { useCancelReservation } from '#client/customer/cancel-reservation.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { placeOf, type Ticket, ticketName, unbroken } from '#client/names/ticket-name.ts'
import { Dotted } from '#client/ui/dotted.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import classes from './cart.module.css'
import { texts } from '../checkout.texts.ts'
import { RemoveButton } from './remove-button.tsx'
import { ReservationHint } from './reservation-hint.tsx'
import type { Selection } from '../selection-in-form.ts'

type Props = {
  readonly tickets: readonly Ticket[]
  readonly now: Date
  readonly selection: Selection
}

/** Shows the reserved tickets of one show. */
export function TicketGroup({ tickets, now, selection }: Props) {
  const [first] = tickets
  if (!first) return null
  const { eventShow } = first
  const hasOneDeadline = tickets.every(({ reservedUntil }) => reservedUntil === first.reservedUntil)
  const hint = (ticket: Ticket) => <ReservationHint ticket={ticket} now={now} />
  return (
    <div className={classes['group']}>
      <div className={classes['name']}>
        <Title order={3} size="h4">
          <TextLink to={pages.show.href(eventShow)} inherit className={classes['show'] ?? ''}>
            {showNameOf(eventShow)}
          </TextLink>
        </Title>
        <Text size="sm">
          <Dotted>
            <ShowMoment at={eventShow.startTime} zone={eventShow.timeZone} />
            {eventShow.locationName}
          </Dotted>
        </Text>
        {hasOneDeadline && (
          <Text size="sm" c="dimmed">
            {hint(first)}
          </Text>
        )}
      </div>
      {tickets.length > 1 && <ChooseAll tickets={tickets} selection={selection} />}
      <ul className={classes['items']}>
        {tickets.map((ticket) => (
          <li key={ticket.id} className={classes['ticket']}>
            <Checkbox
              size="md"
              className={classes['place'] ?? ''}
              label={unbroken(placeOf(ticket))}
              aria-label={texts.choose(ticketName(ticket))}
              description={hasOneDeadline ? undefined : hint(ticket)}
              checked={selection.isChosen('ticket', ticket.id)}
              onChange={(event) => selection.choose('ticket', [ticket.id], event.currentTarget.checked)}
            />
            <span className={classes['amount']}>{euro(ticket.price)}</span>
            {ticket.paymentId === undefined ? (
              <RemoveTicket ticket={ticket} />
            ) : (
              <span className={classes['noButton']} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function RemoveTicket({ ticket }: { readonly ticket: Ticket }) {
  const { cancel, isPending } = useCancelReservation(ticket)
  return <RemoveButton name={ticketName(ticket)} isPending={isPending} onRemove={cancel} />
}

function ChooseAll({ tickets, selection }: Pick<Props, 'tickets' | 'selection'>) {
  const ids = tickets.map(({ id }) => id)
  const chosen = ids.filter((id) => selection.isChosen('ticket', id)).length
  return (
    <Checkbox
      size="md"
      className={classes['all'] ?? ''}
      label={texts.all(ids.length)}
      checked={chosen === ids.length}
      indeterminate={chosen > 0 && chosen < ids.length}
      onChange={() => selection.choose('ticket', ids, chosen < ids.length)}
    />
  )
}
