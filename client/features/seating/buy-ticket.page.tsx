import { Box, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import {
  type ComponentProps,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import { PageFailed } from '#client/ui/feedback/load-failed.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toastError } from '#client/ui/feedback/toasts.ts'
import classes from './buy-ticket.module.css'
import { ChoicePanel } from './choice-panel.tsx'
import { HeldTickets } from './held-tickets.tsx'
import { SeatPicker } from './seat-picker.tsx'
import type { FullMap } from './seat-map/seat-map.tsx'
import { findListedShow, prefetchPlan, showQuery } from './seating.queries.ts'
import { texts } from './seating.texts.ts'
import type { SaleCountdown as Countdown } from './sale-start/sale-countdown.tsx'
import { ShowHeader, ShowHeaderSkeleton, type Show } from './show-header.tsx'
import { PlacesInTurn } from './waiting-room/places-in-turn.tsx'
import { useHasStarted } from './use-has-started.ts'
import { useOwnPlaces } from './use-own-places.ts'
import { useReservation } from './use-reservation.ts'
import { useSeatChoice } from './use-seat-choice.ts'
import { useShowPlaces } from './use-show-places.ts'

const SaleCountdown = lazyPart<ComponentProps<typeof Countdown>>(
  async () => (await import('./sale-start/sale-countdown.tsx')).SaleCountdown,
)

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the map fills the screen. */
    isMapFull?: boolean
  }
}

/** The page for choosing and reserving places of a show (specification, section 2.11). */
export function BuyTicketPage() {
  const showId = useIdParam(pages.show)
  return showId ? <BuyTicket key={showId} showId={showId} /> : <NotFoundPage />
}

function BuyTicket({ showId }: { readonly showId: ShowId }) {
  const client = useQueryClient()
  useEffect(() => prefetchPlan(client, showId), [client, showId])
  const show = useQuery(showQuery(showId))
  // Rendered after the heading, in a task of their own, because together they would block input for too long.
  const shownWithPlaces = useDeferredValue(show.data ?? null, null)
  const known = show.data ?? findListedShow(client, showId)
  if (show.isLoadingError)
    return isNotFound(show.error) ? <NotFoundPage /> : <PageFailed error={show.error} onRetry={() => show.refetch()} />
  return (
    <Stack gap="lg">
      {known ? <ShowHeader show={known} /> : <ShowHeaderSkeleton />}
      {shownWithPlaces ? <PlacesOnSale show={shownWithPlaces} /> : <PlacesSkeleton />}
    </Stack>
  )
}

function PlacesOnSale({ show }: { readonly show: Show }) {
  if (show.cancelReason !== undefined) return <Notice kind="info">{texts.cancelled(show.cancelReason)}</Notice>
  if (show.isOffSale) return <Notice kind="info">{texts.offSale}</Notice>
  return show.saleStartsAt === undefined ? <PlacesForCustomer show={show} /> : <PlacesAfterCountdown show={show} />
}

function PlacesForCustomer({ show }: { readonly show: Show }) {
  const navigate = useNavigate()
  const goToEvent = () => navigate({ to: pages.event.href(show.event) })
  return (
    <PlacesInTurn show={show} skeleton={<PlacesSkeleton />} onLeft={goToEvent}>
      <Places show={show} />
    </PlacesInTurn>
  )
}

/** Opens the plan when the sale starts. */
function PlacesAfterCountdown({ show }: { readonly show: Show }) {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  if (isOpen) return <PlacesForCustomer show={show} />
  return (
    <Suspense fallback={<PlacesSkeleton />}>
      <SaleCountdown show={show} onOpen={open} />
    </Suspense>
  )
}

// Rendered before the plan has arrived, so that only the plan remains to be rendered then.
function Places({ show }: { readonly show: Show }) {
  const isPast = useHasStarted(show.startTime)
  const { availability, isFailed, isInterrupted, reload, retry } = useShowPlaces(show)
  const navigate = useNavigate()
  const goToCheckout = () => navigate({ to: pages.checkout.href() })
  const reservation = useReservation({ showId: show.id, isPast, goToCheckout, onRefused: reload })
  const own = useOwnPlaces(show.id, availability)
  const choice = useSeatChoice(availability, {
    showId: show.id,
    hasStarted: isPast,
    isFailed,
    limit: show.maxReservations,
    own,
    reservation,
  })
  const noteChoice = useEffectEvent(reservation.noteChoice)
  useEffect(() => void noteChoice(choice.placeIds), [choice.placeIds])
  const eventType = show.event.type

  function reserve() {
    if (choice.limits.isWaiting) toastError(choice.limits.closed ?? '')
    else reservation.reserve(choice.placeIds)
  }

  const fullMap = useFullMap()
  const reserveButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      {isPast && <Notice kind="info">{texts.past}</Notice>}
      <div className={classes['columns']} data-full={fullMap.isFull}>
        <SeatPicker
          availability={availability}
          choice={choice}
          eventType={eventType}
          isOpen={!isPast}
          isInterrupted={isInterrupted}
          fullMap={fullMap}
          onRetry={isFailed ? retry : undefined}
          onChosen={() => reserveButton.current?.focus({ preventScroll: true })}
        />
        <ChoicePanel
          choice={choice}
          availability={availability}
          eventType={eventType}
          note={own.held > 0 && <HeldTickets showId={show.id} count={own.held} />}
          isReserving={reservation.isReserving}
          isUnconfirmed={reservation.isUnconfirmed(choice.placeIds)}
          reserveButton={reserveButton}
          onReserve={reserve}
        />
      </div>
    </>
  )
}

/** Lets the map of a phone fill the screen. An entry in the history of its own, so that going back ends it. */
function useFullMap(): FullMap {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isFull = useLocation({ select: ({ state }) => state.isMapFull === true })
  return {
    isFull,
    open: () =>
      void navigate({ to: '.', search: true, state: (old) => ({ ...old, isMapFull: true }), resetScroll: false }),
    close: () => history.back(),
  }
}

function PlacesSkeleton() {
  return (
    <div className={classes['columns']} aria-busy>
      <VisuallyHidden component="output">{texts.loadingShow}</VisuallyHidden>
      <div className={classes['waitingPicker']}>
        <Skeleton className={classes['waitingHead']} />
        <div className={classes['waitingPrices']}>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} w="6.5rem" h="2.5rem" radius="xl" />
          ))}
        </div>
        <Skeleton className={classes['waitingMap']} />
      </div>
      <Box visibleFrom="md">
        <CardSkeleton height="10rem" lines={2} />
      </Box>
    </div>
  )
}
