import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { pages } from '#contract/pages.ts'
import { entranceText } from '#domain/entry/gate-text.ts'
import type { TicketId } from '#domain/ids.ts'
import { hasStarted } from '#domain/tickets/reservations.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { ApiError, isNotFound } from '#client/calls/api-error.ts'
import { DownloadTickets } from '#client/customer/download-tickets.tsx'
import { placeOf, unbroken } from '#client/names/ticket-name.ts'
import { keepPage } from '#client/offline/keep-page.ts'
import { BackLink } from '#client/ui/back-link.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { lazyOptionalPart } from '#client/shell/lazy-optional-part.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { HeadingSkeleton } from '#client/ui/feedback/heading-skeleton.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { useNow } from '#client/ui/use-now.ts'
import { useSwipe } from '#client/ui/use-swipe.ts'
import { useWakeLock } from '#client/ui/use-wake-lock.ts'
import { texts as handOverTexts } from './hand-over.texts.ts'
import { LiveCode } from './live-code.tsx'
import type { OwnTicket } from './stored-tickets.ts'
import { ownTicketQuery, storedTicketQuery, useDownloadCalendar } from './ticket.queries.ts'
import { texts } from './ticket.texts.ts'
import { AddToWallets } from './wallets.tsx'
import classes from './ticket.module.css'

const HandOver = lazyOptionalPart(() => import('./hand-over.tsx'), 'HandOver')

/** Shows one of the customer's tickets with the code that opens the door. */
export function TicketPage() {
  const id = useIdParam(pages.ticket)
  return id === undefined ? <Invalid text={texts.notFound} /> : <KnownTicket id={id} />
}

/** Shows the kept ticket at once, and the shop's answer when it arrives. */
function KnownTicket({ id }: { readonly id: TicketId }) {
  const { data, error, refetch } = useQuery(ownTicketQuery(id))
  const { data: kept } = useQuery(storedTicketQuery(id))
  if (isNotFound(error)) return <Invalid text={texts.notFound} />
  if (error instanceof ApiError && error.status === 410) return <Invalid text={error.message} />
  const found = data ?? kept
  if (found) return <Ticket key={id} found={found} isOutdated={error !== null} />
  if (error && kept === null) {
    return (
      <Stack gap="lg">
        <PageHeading title={texts.title} />
        <LoadFailed text={error.message} onRetry={() => void refetch()} />
      </Stack>
    )
  }
  return (
    <Stack gap="lg">
      <HeadingSkeleton />
      <div className={classes['ticket']}>
        <Skeleton style={{ aspectRatio: 1 }} />
        <TextSkeleton lines={3} />
        <TextSkeleton lines={3} />
      </div>
    </Stack>
  )
}

function Invalid({ text }: { readonly text: string }) {
  return (
    <Stack gap="lg">
      <PageHeading title={texts.title} />
      <EmptyState text={text}>
        <ButtonLink to={pages.ownTickets.href()}>{texts.toTickets}</ButtonLink>
      </EmptyState>
    </Stack>
  )
}

type Props = { readonly found: OwnTicket; readonly isOutdated: boolean }

function Ticket({ found, isOutdated }: Props) {
  // A ticket kept by an earlier version has neither an address nor gates nor live codes.
  const { ticket, code, doorCode, boughtIds, wallets, gateNames, locationAddress = '' } = found
  const entrance = entranceText(gateNames ?? [])
  const live = found.live ?? null
  const { eventShow } = ticket
  const { previous, next } = neighboursOf(ticket.id, boughtIds)
  const navigate = useNavigate()
  const goTo = (id: TicketId | undefined) => {
    if (id !== undefined) void navigate({ to: pages.ticket.href({ id }), replace: true })
  }
  const isComing = !hasStarted({ startsAt: new Date(eventShow.startTime) }, useNow())
  const swipe = useSwipe({ onLeft: () => goTo(next), onRight: () => goTo(previous) })
  useWakeLock(code !== null)
  useKeptTickets(code === null ? [] : boughtIds)
  return (
    <Stack gap="lg">
      <PageHeading title={showNameOf(eventShow)} />
      {isOutdated && <Text component="output">{texts.kept}</Text>}
      <div className={classes['columns']}>
        <article className={classes['ticket']} {...swipe}>
          {code === null ? (
            <WithoutCode ticket={ticket} />
          ) : (
            <div className={classes['code']}>
              {live === null ? (
                <QrCode text={code} label={texts.qrCode} />
              ) : (
                <LiveCode code={code} secret={live.secret} clockOffsetMs={found.clockOffsetMs} />
              )}
            </div>
          )}
          <Stack gap="0.25rem">
            <Text fw={600} size="lg">
              {unbroken(placeOf(ticket))}
            </Text>
            <Text>
              <ShowMoment at={eventShow.startTime} zone={eventShow.timeZone} />
            </Text>
            <Text>{eventShow.locationName}</Text>
            {locationAddress && <Text c="dimmed">{locationAddress}</Text>}
            {entrance !== '' && <Text fw={600}>{entrance}</Text>}
            {ticket.receivedFrom !== undefined && <Text c="dimmed">{texts.receivedFrom(ticket.receivedFrom)}</Text>}
          </Stack>
          {doorCode !== null && (
            <div>
              <Text size="sm" c="dimmed">
                {texts.doorCode}
              </Text>
              <span className={classes['typed']}>{inGroups(doorCode)}</span>
              <Text size="sm" c="dimmed" mt="xs">
                {texts.keepSecret}
              </Text>
            </div>
          )}
        </article>
        <Stack gap="lg" align="flex-start">
          {/* The files need the shop. */}
          {live !== null && <Text maw="26rem">{texts.liveOnly}</Text>}
          {code !== null && live === null && !isOutdated && (
            <Group gap="sm">
              <DownloadTickets ticketId={ticket.id} />
              <AddToCalendar id={ticket.id} />
              <AddToWallets id={ticket.id} wallets={wallets ?? []} />
            </Group>
          )}
          {code !== null && !isOutdated && isComing && (
            <Suspense fallback={<HandOverSkeleton />}>
              <HandOver ticket={ticket} />
            </Suspense>
          )}
          <Others id={ticket.id} boughtIds={boughtIds} />
          <BackLink to={pages.ownTickets.href()}>{texts.toTickets}</BackLink>
        </Stack>
      </div>
    </Stack>
  )
}

/** Takes the room of the heading and the buttons of `HandOver`, on as many lines. */
function HandOverSkeleton() {
  return (
    <Stack gap="sm" inert aria-hidden>
      <Skeleton w="fit-content">
        <Title order={2} size="h3">
          {handOverTexts.title}
        </Title>
      </Skeleton>
      <Group gap="sm">
        {[handOverTexts.give, handOverTexts.newCode].map((label) => (
          <Skeleton key={label} w="fit-content">
            <ActionButton variant="default">{label}</ActionButton>
          </Skeleton>
        ))}
      </Group>
    </Stack>
  )
}

/** Says why a ticket has no code: it is reserved, or another person has it. */
function WithoutCode({ ticket }: Pick<OwnTicket, 'ticket'>) {
  if (ticket.givenTo !== undefined) return <Text>{texts.givenTo(ticket.givenTo)}</Text>
  return (
    <Stack gap="sm" align="flex-start">
      <Text>{texts.reserved}</Text>
      <ButtonLink to={pages.checkout.href()}>{texts.toCheckout}</ButtonLink>
    </Stack>
  )
}

function AddToCalendar({ id }: { readonly id: TicketId }) {
  const { act, isPending } = useDownloadCalendar(id)
  return (
    <ActionButton
      variant="default"
      leftSection={<IconCalendarPlus size={18} aria-hidden />}
      isBusy={isPending}
      onClick={() => act()}
    >
      {texts.toCalendar}
    </ActionButton>
  )
}

/** Keeps the page and these tickets on this device, so that they open without a network. */
function useKeptTickets(ids: readonly TicketId[]): void {
  const client = useQueryClient()
  const wanted = ids.join()
  useEffect(() => {
    if (wanted === '') return
    void keepPage('ticket/')
    for (const id of wanted.split(',')) void client.prefetchQuery(ownTicketQuery(Number(id) as TicketId))
  }, [client, wanted])
}

function neighboursOf(id: TicketId, boughtIds: readonly TicketId[]) {
  const position = boughtIds.indexOf(id)
  return { position, previous: boughtIds[position - 1], next: position < 0 ? undefined : boughtIds[position + 1] }
}

/** Leads to the customer's other tickets of the show. */
function Others({ id, boughtIds }: { readonly id: TicketId; readonly boughtIds: readonly TicketId[] }) {
  const { position, previous, next } = neighboursOf(id, boughtIds)
  if (position < 0 || boughtIds.length < 2) return null
  return (
    <Stack component="nav" gap="xs" aria-label={texts.others}>
      <Text>{texts.ofMany(position + 1, boughtIds.length)}</Text>
      <Group gap="sm">
        {previous !== undefined && (
          <ButtonLink variant="default" to={pages.ticket.href({ id: previous })}>
            {texts.previous}
          </ButtonLink>
        )}
        {next !== undefined && (
          <ButtonLink variant="default" to={pages.ticket.href({ id: next })}>
            {texts.next}
          </ButtonLink>
        )}
      </Group>
    </Stack>
  )
}

/** Writes a code in two groups of four characters. */
const inGroups = (doorCode: string) => `${doorCode.slice(0, 4)} ${doorCode.slice(4)}`
