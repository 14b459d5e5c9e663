import { Button, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Suspense, useRef, type ReactNode, type Ref } from 'react'
import type { EventType } from '#domain/shows/event-types.ts'
import { lazyOptionalPart } from '#client/shell/lazy-optional-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ChosenTicket } from './chosen-ticket.tsx'
import type { SeatAvailability } from './seat-availability.ts'
import { texts } from './seating.texts.ts'
import { useBottomPanelClearance } from './use-bottom-panel-clearance.ts'
import { useJustShown } from './use-just-shown.ts'
import type { Choice } from './use-seat-choice.ts'
import classes from './choice-panel.module.css'

const SeatOffer = lazyOptionalPart(() => import('./seat-finder/seat-offer.tsx'), 'SeatOffer')

/** A list longer than this has the reserve button also at its end (specification, section 2.11). */
const LONG_LIST = 6

type Props = {
  readonly choice: Choice
  readonly availability: SeatAvailability
  readonly eventType: EventType
  /** A note above the choice. */
  readonly note?: ReactNode
  readonly isReserving: boolean
  /** Whether a request for the choice has lost its answer. */
  readonly isUnconfirmed?: boolean
  readonly reserveButton: Ref<HTMLButtonElement>
  readonly onReserve: () => void
}

/** The choice with its price and the reserve button: beside the plan, or at the bottom of a narrow screen. */
export function ChoicePanel({ choice, availability, eventType, note, isReserving, isUnconfirmed, ...props }: Props) {
  const { reserveButton, onReserve } = props
  const [isOpen, { toggle }] = useDisclosure(false)
  const panel = useRef<HTMLElement>(null)
  useBottomPanelClearance(panel)
  const { chosen, limits, actions, objection, announcement, lost } = choice
  const count = choice.placeIds.length
  const isEmpty = count === 0 && !objection
  const isJustShown = useJustShown(!isEmpty)
  const reserve = (ref?: Ref<HTMLButtonElement>) => (
    <ActionButton ref={ref} fullWidth size="md" isBusy={isReserving} onClick={onReserve}>
      {texts.reserve}
    </ActionButton>
  )
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={classes['panel']}
      data-empty={isEmpty}
      data-just-shown={isJustShown}
      aria-labelledby="your-tickets"
    >
      <div className={classes['head']}>
        <Title order={2} size="h3" id="your-tickets" className={classes['title']}>
          {texts.yourTickets}
        </Title>
        <span className={classes['total']} data-waiting={limits.isWaiting}>
          {texts.summary(count, chosen.total)}
        </span>
        {count > 0 && (
          <Button
            className={classes['toggle']}
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            rightSection={isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />}
            onClick={toggle}
          >
            {isOpen ? texts.hideTickets : texts.showTickets}
          </Button>
        )}
      </div>
      {note}
      {objection && <Notice kind="info">{objection}</Notice>}
      {isUnconfirmed && <Notice kind="info">{texts.unconfirmed}</Notice>}
      <Suspense>
        <SeatOffer
          availability={availability}
          eventType={eventType}
          chosen={chosen.tickets}
          lost={lost}
          isClosed={limits.closed !== undefined}
          onTake={(places) => {
            actions.choose(places)
            panel.current?.focus()
          }}
        />
      </Suspense>
      {reserve(reserveButton)}
      <div className={classes['tickets']} data-open={isOpen} data-long={chosen.places.length > LONG_LIST}>
        {count === 0 ? (
          <Text size="sm" c="dimmed" data-waiting={limits.isWaiting}>
            {texts.noTickets}
          </Text>
        ) : (
          <ul>
            {chosen.places.map((place) => (
              <ChosenTicket
                key={place.placeId}
                place={place}
                availability={availability}
                actions={actions}
                isLocked={isReserving}
                onRemoved={(next) => (next ?? panel.current)?.focus()}
              />
            ))}
          </ul>
        )}
        {count > LONG_LIST && <div className={classes['again']}>{reserve()}</div>}
      </div>
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </aside>
  )
}
