import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { placeOf, unbroken, type ViewedTicket } from '#client/names/ticket-name.ts'
import { DateBlock } from '#client/ui/cards/date-block.tsx'
import { Dotted } from '#client/ui/dotted.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import classes from './ticket-card.module.css'

type Props = { readonly ticket: ViewedTicket; readonly note?: ReactNode; readonly children?: ReactNode }

/** Shows a ticket: show, place, price, and actions on its stub. */
export function TicketCard({ ticket, note, children }: Props) {
  const { eventShow, price } = ticket
  return (
    <article className={classes['ticket']}>
      <div className={classes['body']}>
        <DateBlock at={eventShow.startTime} zone={eventShow.timeZone} />
        <div className={classes['words']}>
          <TextLink to={pages.show.href(eventShow)} className={classes['show'] ?? ''}>
            {showNameOf(eventShow)}
          </TextLink>
          <Text>
            <Dotted>
              <Moment at={eventShow.startTime} zone={eventShow.timeZone} />
              {eventShow.locationName}
            </Dotted>
          </Text>
          <Text fw={600}>{unbroken(placeOf(ticket))}</Text>
          {note && (
            <Text c="dimmed" size="sm">
              {note}
            </Text>
          )}
        </div>
      </div>
      <div className={classes['stub']}>
        {price !== null && <span className={classes['price']}>{euro(price)}</span>}
        {children}
      </div>
    </article>
  )
}
