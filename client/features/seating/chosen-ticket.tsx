import { CloseButton } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import classes from './chosen-ticket.module.css'
import type { ChosenPlace } from './chosen-places.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { isStanding } from './seat-model.ts'
import { texts } from './seating.texts.ts'
import type { TicketsFieldProps } from './tickets-field.tsx'
import type { ChoiceActions } from './use-seat-choice.ts'

// Where its code does not come, the number can be read, and changed on the map.
const TicketsField = lazyPart<TicketsFieldProps>(() =>
  import('./tickets-field.tsx').then(
    (code) => code.TicketsField,
    () => Tickets,
  ),
)

type Props = {
  readonly place: ChosenPlace
  readonly availability: SeatAvailability
  readonly actions: Pick<ChoiceActions, 'setTickets' | 'remove'>
  /** Whether it stays for now; whoever is there keeps the focus. */
  readonly isLocked: boolean
  /** Called when it is gone, with what the focus goes on to, if there is more in the list. */
  readonly onGone: (next: HTMLElement | null | undefined) => void
}

/** A seat of the choice, or as many tickets of a standing place as its number says. */
export function ChosenTicket({ place: { index, placeId, text, tickets, price }, availability, ...props }: Props) {
  const { actions, isLocked, onGone } = props
  const ticket = useRef<HTMLLIElement>(null)

  function remove() {
    actions.remove(placeId)
    onGone(ticket.current?.nextElementSibling?.querySelector('button'))
  }

  return (
    <li ref={ticket} className={classes['ticket']}>
      {isStanding(availability.model, index) ? (
        <span className={classes['standing']}>
          <Suspense fallback={<Tickets tickets={tickets} />}>
            <TicketsField
              className={classes['tickets'] ?? ''}
              aria-label={texts.ticketsFor(text)}
              availability={availability}
              index={index}
              tickets={tickets}
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
  return <span className={classes['tickets']}>{tickets}</span>
}
