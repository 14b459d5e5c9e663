import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { InvoiceId, OrderId, PlaceId, TicketId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { NOT_LOADED, type SeatAvailability } from '../seat-availability.ts'
import type { FullMap } from '../seat-map/seat-map.tsx'
import { SeatPicker } from '../seat-picker.tsx'
import type { Show } from '../show-header.tsx'
import { useShowPlaces } from '../use-show-places.ts'
// One chunk holds all that both pages share.
import '../buy-ticket.page.tsx'
import buyClasses from '../buy-ticket.module.css'
import { holdsQuery, type Sold } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'
import { DeskPanel } from './desk-panel.tsx'
import { heldAvailability, heldTicketsOf } from './held-places.ts'
import { HoldList } from './hold-list.tsx'
import { TaskSwitch } from './task-switch.tsx'
import { useDeskChoice } from './use-desk-choice.ts'

/** The map of the desk stays in its place, also on phones. */
const NEVER_FULL: FullMap = { isFull: false, open: () => undefined, close: () => undefined }

type Last = { readonly id: InvoiceId; readonly orderId: OrderId; readonly total: Cents; readonly count: number }

export type DeskPlacesProps = {
  readonly show: Show
  /** The ticket to move. */
  readonly moved: TicketId | undefined
  readonly onMoved: (sold: Sold) => unknown
}

/** The plan of a show for staff, what they do with the chosen places, and who holds what. */
export function DeskPlaces({ show, moved, onMoved }: DeskPlacesProps) {
  const places = useShowPlaces(show)
  const { availability } = places
  const { data } = useQuery(holdsQuery(show.id))
  const holds = useMemo(() => data?.elements ?? [], [data])
  const held = useMemo(() => heldTicketsOf(holds), [holds])
  const [mode, setMode] = useState<{ isHeld: boolean; chosen: readonly PlaceId[] }>({ isHeld: false, chosen: [] })
  const [last, setLast] = useState<Last>()
  useLayoutEffect(
    () => availability.setOwn({ held: [...held].flatMap(([id, tickets]) => tickets.map(() => id)) }),
    [availability, held],
  )
  const ofHeld = useMemo(
    () => (availability === NOT_LOADED ? NOT_LOADED : heldAvailability(availability.model, held)),
    [availability, held],
  )
  const isHeld = mode.isHeld && !moved
  return (
    <>
      {last && (
        <Notice kind="info">
          {texts.soldFor(last.count, last.total)}{' '}
          <TextLink to={pages.order.href({ id: last.orderId })}>{texts.toOrder}</TextLink> ·{' '}
          <TextLink to={pages.adminInvoice.href(last)}>{texts.toInvoice}</TextLink>
        </Notice>
      )}
      {!moved && (
        <TaskSwitch
          label={texts.places}
          value={isHeld ? 'held' : 'free'}
          choices={{ free: texts.mode.free, held: texts.mode.held([...held.values()].flat().length) }}
          onChange={(value) => setMode({ isHeld: value === 'held', chosen: [] })}
        />
      )}
      <Desk
        key={isHeld ? `held ${mode.chosen.join(' ')}` : 'free'}
        show={show}
        places={places}
        availability={isHeld ? ofHeld : availability}
        held={isHeld ? held : undefined}
        initial={mode.chosen}
        moved={moved}
        onSold={setLast}
        onMoved={onMoved}
      />
      <HoldList
        showId={show.id}
        zone={show.location.timeZone}
        holds={holds}
        onChoose={(chosen) => setMode({ isHeld: true, chosen })}
      />
    </>
  )
}

type DeskProps = {
  readonly show: Show
  readonly places: ReturnType<typeof useShowPlaces>
  readonly availability: SeatAvailability
  readonly held: ReadonlyMap<PlaceId, readonly TicketId[]> | undefined
  readonly initial: readonly PlaceId[]
  readonly moved: TicketId | undefined
  readonly onSold: (last: Last) => void
  readonly onMoved: (sold: Sold) => unknown
}

function Desk({ show, places, availability, held, initial, moved, onSold, onMoved }: DeskProps) {
  const { isFailed, isInterrupted, retry } = places
  const choice = useDeskChoice(availability, { isFailed, isBusy: false, initial })
  const panel = useRef<HTMLDivElement>(null)
  return (
    <div className={buyClasses['columns']}>
      <SeatPicker
        availability={availability}
        choice={choice}
        eventType={show.event.type}
        isOpen
        isInterrupted={isInterrupted}
        fullMap={NEVER_FULL}
        onRetry={isFailed ? retry : undefined}
        onChosen={() => panel.current?.focus()}
      />
      <div ref={panel} tabIndex={-1}>
        <DeskPanel
          showId={show.id}
          availability={availability}
          choice={choice}
          held={held}
          moved={moved}
          onSold={(sold, total, count) => onSold({ ...sold, total, count })}
          onMoved={onMoved}
        />
      </div>
    </div>
  )
}
