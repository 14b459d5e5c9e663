import { CloseButton } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import classes from './chosen-ticket.module.css'
import type { ChosenPlace } from './chosen-places.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { isStanding } from './seat-model.ts'
import { texts } from './seating.texts.ts'
import type { TicketsFieldProps } from './tickets-field.tsx'
import type { ChoiceActions } from './choice-actions.ts'

// If its code cannot be loaded, shows the number, which can still be changed on the map.
const TicketsField = lazyPart<TicketsFieldProps>(() =>
  import('./tickets-field.tsx').then(
    (code) => code.TicketsField,
    () => Tickets,
  ),
)

// The buttons beside a number are not in the order of focus.
const CLOSE_BUTTON = 'button:not([tabindex="-1"])'

type Props = {
  readonly place: ChosenPlace
  readonly availability: SeatAvailability
  readonly actions: Pick<ChoiceActions, 'setTickets' | 'remove'>
  /** Whether it cannot be changed now. Its controls keep the focus. */
  readonly isLocked: boolean
  /** Called after the removal with the next element for the focus, if there is one. */
  readonly onRemoved: (next: HTMLElement | null | undefined) => void
}

/** A chosen seat, or a standing place with its number of tickets. */
export function ChosenTicket({ place: { index, placeId, text, tickets, price }, availability, ...props }: Props) {
  const { actions, isLocked, onRemoved } = props
  const ticket = useRef<HTMLLIElement>(null)

  function remove() {
    actions.remove(placeId)
    const { activeElement, body } = document
    const isElsewhere = activeElement !== body && !ticket.current?.contains(activeElement)
    if (!isElsewhere) onRemoved(ticket.current?.nextElementSibling?.querySelector(CLOSE_BUTTON))
  }

  return (
    <li ref={ticket} className={classes['ticket']}>
      {isStanding(availability.model, index) ? (
        <span className={classes['standing']}>
          <Suspense fallback={<Tickets tickets={tickets} />}>
            <TicketsField
              aria-label={texts.ticketsFor(text)}
              availability={availability}
              index={index}
              tickets={tickets}
              // Fewer only by the button that removes it: a further quick tap would meet the next ticket.
              least={1}
              place={text}
              isLocked={isLocked}
              onTickets={(next) => (next === 0 ? remove() : actions.setTickets(index, next))}
            />
          </Suspense>{' '}
          <span>{texts.times(text)}</span>
        </span>
      ) : (
        <span>{text}</span>
      )}
      <span className={classes['price']}>{texts.price(price)}</span>
      <CloseButton
        aria-label={texts.remove(text, tickets)}
        aria-disabled={isLocked}
        mod={{ disabled: isLocked }}
        onClick={() => !isLocked && remove()}
      />
    </li>
  )
}

function Tickets({ tickets }: Pick<TicketsFieldProps, 'tickets'>) {
  return <span>{tickets}</span>
}
