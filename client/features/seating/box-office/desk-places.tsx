import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { InvoiceId, OrderId, PlaceId, TicketId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { NOT_LOADED, type SeatAvailability } from '../seat-availability.ts'
import { NEVER_FULL } from '../seat-map/seat-map.tsx'
import { SeatPicker } from '../seat-picker.tsx'
import type { Show } from '../show-header.tsx'
import { useShowPlaces } from '../use-show-places.ts'
// One chunk holds all that both pages share.
import '../buy-ticket.page.tsx'
import buyClasses from '../buy-ticket.module.css'
import { type Hold, holdsQuery, type MovedTicket, openStaffStream, type Sold } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'
import { DeskPanel } from './desk-panel.tsx'
import { editedAvailability, followChanges, heldAvailability, heldTicketsOf } from './held-places.ts'
import { HoldList } from './hold-list.tsx'
import { TaskSwitch } from './task-switch.tsx'
import { useDeskChoice } from './use-desk-choice.ts'

/** Lets free places be chosen, or held ones, or both for the edit of a hold. */
type Mode = {
  readonly isHeld: boolean
  readonly chosen: readonly PlaceId[]
  /** The hold that is edited, as it was when its edit began. */
  readonly edited: Hold | undefined
}
const FREE: Mode = { isHeld: false, chosen: [], edited: undefined }

type Last = { readonly id: InvoiceId; readonly orderId: OrderId; readonly total: Cents; readonly count: number }

export type DeskPlacesProps = {
  readonly show: Show
  /** The ticket to move. */
  readonly moved: MovedTicket | undefined
  readonly onMoved: (sold: Sold) => unknown
}

/** The plan of a show for staff, what they do with the chosen places, and who holds what. */
export function DeskPlaces({ show, moved, onMoved }: DeskPlacesProps) {
  const places = useShowPlaces(show, () => openStaffStream(show.id))
  const { availability } = places
  const { data } = useQuery(holdsQuery(show.id))
  const holds = useMemo(() => data?.elements ?? [], [data])
  const held = useMemo(() => heldTicketsOf(holds), [holds])
  const [mode, setMode] = useState<Mode>(FREE)
  const [last, setLast] = useState<Last>()
  useLayoutEffect(
    () => availability.setOwn({ held: [...held].flatMap(([id, tickets]) => tickets.map(() => id)) }),
    [availability, held],
  )
  const ofHeld = useMemo(
    () => (availability === NOT_LOADED ? NOT_LOADED : heldAvailability(availability.model, held)),
    [availability, held],
  )
  const { edited } = mode
  const ofEdited = useMemo(
    () => (edited && availability !== NOT_LOADED ? editedAvailability(availability, edited.tickets) : NOT_LOADED),
    [availability, edited],
  )
  useEffect(
    () => (edited ? followChanges(availability, edited.tickets, ofEdited) : undefined),
    [availability, edited, ofEdited],
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
      {show.isHidden && <Notice kind="info">{texts.hidden}</Notice>}
      {!moved && !edited && (
        <TaskSwitch
          label={texts.places}
          value={isHeld ? 'held' : 'free'}
          choices={{ free: texts.mode.free, held: texts.mode.held([...held.values()].flat().length) }}
          onChange={(value) => setMode({ ...FREE, isHeld: value === 'held' })}
        />
      )}
      <Desk
        key={edited ? `edit ${edited.id}` : isHeld ? `held ${mode.chosen.join(' ')}` : 'free'}
        show={show}
        places={places}
        availability={edited ? ofEdited : isHeld ? ofHeld : availability}
        held={isHeld ? held : undefined}
        initial={mode.chosen}
        moved={moved}
        edited={edited}
        onEdited={() => setMode(FREE)}
        onSold={setLast}
        onMoved={onMoved}
      />
      <HoldList
        showId={show.id}
        zone={show.location.timeZone}
        holds={holds}
        onChoose={(chosen) => setMode({ isHeld: true, chosen, edited: undefined })}
        onEdit={(hold) => setMode({ isHeld: false, chosen: hold.tickets.map(({ placeId }) => placeId), edited: hold })}
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
  readonly moved: MovedTicket | undefined
  readonly edited: Hold | undefined
  readonly onEdited: () => void
  readonly onSold: (last: Last) => void
  readonly onMoved: (sold: Sold) => unknown
}

function Desk(props: DeskProps) {
  const { show, places, availability, held, initial, moved, edited, onEdited, onSold, onMoved } = props
  const { isFailed, isInterrupted, retry } = places
  const choice = useDeskChoice(availability, { isFailed, isBusy: false, initial })
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (edited) panel.current?.focus()
  }, [edited])
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
          zone={show.location.timeZone}
          availability={availability}
          choice={choice}
          held={held}
          moved={moved}
          edited={edited}
          isSold={!show.isHidden}
          onEdited={onEdited}
          onSold={(sold, total, count) => onSold({ ...sold, total, count })}
          onMoved={onMoved}
        />
      </div>
    </div>
  )
}
