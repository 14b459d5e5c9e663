import { Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { PlaceId, ShowId, TicketId } from '#domain/ids.ts'
import { cents, type Cents } from '#domain/money.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ChosenTicket } from '../chosen-ticket.tsx'
import type { SeatAvailability } from '../seat-availability.ts'
import { texts as seatingTexts } from '../seating.texts.ts'
import type { Choice } from '../use-seat-choice.ts'
import { type Hold, type MovedTicket, type Sold, useRelease } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'
import type { OfferedTicket } from './sale-form.ts'
import { TaskSwitch } from './task-switch.tsx'
import classes from './box-office.module.css'

// Loaded beside the plan, which is drawn meanwhile.
const SalePanel = lazyPart(async () => (await import('./sale-panel.tsx')).SalePanel)
const HoldPanel = lazyPart(async () => (await import('./hold-panel.tsx')).HoldPanel)
const EditHoldPanel = lazyPart(async () => (await import('./edit-hold-panel.tsx')).EditHoldPanel)
const MovePanel = lazyPart(async () => (await import('./move-panel.tsx')).MovePanel)

type Props = {
  readonly showId: ShowId
  /** The time zone of the venue. */
  readonly zone: string
  readonly availability: SeatAvailability
  readonly choice: Choice
  /** The held tickets by place, while held places are chosen. */
  readonly held: ReadonlyMap<PlaceId, readonly TicketId[]> | undefined
  /** The ticket to move. */
  readonly moved: MovedTicket | undefined
  /** The hold that is edited. */
  readonly edited: Hold | undefined
  /** Whether tickets can be sold: visitors see the show, too. */
  readonly isSold: boolean
  readonly onEdited: () => void
  readonly onSold: (sold: Sold, total: Cents, count: number) => void
  readonly onMoved: (sold: Sold) => unknown
}

/** The chosen places of the box office, and what staff does with them. */
export function DeskPanel(props: Props) {
  const { showId, zone, availability, choice, held, moved, edited, isSold, onEdited, onSold, onMoved } = props
  const { placeIds, chosen, actions, objection, announcement } = choice
  const [task, setTask] = useState<'sell' | 'other'>(isSold ? 'sell' : 'other')
  const clear = () => void actions.choose([])
  const tickets = offeredTickets(choice, held)
  const release = useRelease(showId, clear)
  return (
    <aside className={classes['panel']} aria-label={moved ? texts.move : edited ? texts.editHold : texts.what}>
      <div className={classes['head']}>
        <Title order={2} size="h3">
          {edited ? texts.editHold : texts.places}
        </Title>
        <span className={classes['total']}>{seatingTexts.summary(placeIds.length, chosen.total)}</span>
      </div>
      {objection && <Notice kind="info">{objection}</Notice>}
      {placeIds.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.nothingChosen}
        </Text>
      ) : (
        <ul className={classes['chosen']}>
          {chosen.places.map((place) => (
            <ChosenTicket
              key={place.placeId}
              place={place}
              availability={availability}
              actions={actions}
              isLocked={false}
              onRemoved={(next) => next?.focus()}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {moved ? (
          <MovePanel moved={moved} model={availability.model} places={chosen.places} onMoved={onMoved} />
        ) : edited ? (
          <EditHoldPanel showId={showId} zone={zone} hold={edited} placeIds={placeIds} onDone={onEdited} />
        ) : (
          <Stack gap="sm">
            {isSold && (
              <TaskSwitch
                label={texts.what}
                value={task}
                choices={{ sell: texts.sell, other: held ? texts.release : texts.hold }}
                onChange={setTask}
              />
            )}
            {task === 'sell' && (
              <SalePanel
                showId={showId}
                tickets={tickets}
                onSold={(...sold) => {
                  clear()
                  onSold(...sold)
                }}
              />
            )}
            {task === 'other' && !held && <HoldPanel showId={showId} zone={zone} placeIds={placeIds} onHeld={clear} />}
            {task === 'other' && held && (
              <ActionButton
                fullWidth
                isBusy={release.isPending}
                disabled={tickets.length === 0}
                onClick={() => release.act(tickets.flatMap((ticket) => ticket.held ?? []))}
              >
                {texts.releasePlaces(tickets.length)}
              </ActionButton>
            )}
          </Stack>
        )}
      </Suspense>
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </aside>
  )
}

/** Returns one ticket for each chosen place, with its full price and the held ticket that it is. */
function offeredTickets({ chosen }: Choice, held: Props['held']): OfferedTicket[] {
  return chosen.places.flatMap(({ placeId, tickets, price }) =>
    Array.from({ length: tickets }, (_, at) => {
      const id = held?.get(placeId)?.[at]
      return { placeId, full: cents(price / tickets), ...(id !== undefined && { held: id }) }
    }),
  )
}
