import { Stack, Tabs, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import '@mantine/core/styles/Tabs.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { listOwnTickets } from '#contract/tickets.ts'
import { pages } from '#contract/pages.ts'
import { hasStarted } from '#domain/tickets/reservations.ts'
import { LIVE_TICKET_STATES, type LiveTicketState } from '#domain/tickets/ticket-states.ts'
import { lazyOptionalPart } from '#client/shell/lazy-optional-part.tsx'
import { DownloadsSkeleton } from '#client/customer/downloads-skeleton.tsx'
import type { ViewedTicket } from '#client/names/ticket-name.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { type GoToPage, ListSkeleton, PagedList } from '#client/ui/lists/paged-list.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { useNow } from '#client/ui/use-now.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import classes from './own-tickets.module.css'
import { BoughtTicket } from './bought-ticket.tsx'
import { ReservedTicket } from './reserved-ticket.tsx'
import { nextTicketQuery, ownTicketsQuery, PAGE_SIZE } from './tickets.queries.ts'
import { texts } from './tickets.texts.ts'

const DownloadTickets = lazyOptionalPart(() => import('#client/customer/download-tickets.tsx'), 'DownloadTickets')
const CancelledShows = lazyOptionalPart(() => import('./cancelled-shows.tsx'), 'CancelledShows')

/** Delay in milliseconds before the list queries other tickets. */
export const TICKETS_FILTER_DELAY = 100

/**
 * Lists own tickets, reserved and bought (specification, section 2.15). Opens with those of the next show, unless the
 * address names a list.
 */
export function OwnTicketsPage() {
  const { query, filterBy, goToPage } = useUrlQuery(listOwnTickets.query)
  const { pageIndex } = query
  const first = useFirstState(query.state === undefined)
  const state = query.state ?? first
  const [settled] = useDebouncedValue(query, TICKETS_FILTER_DELAY)
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <PageHeading title={texts.ownTickets} />
        <Text c="dimmed">{texts.lead}</Text>
      </Stack>
      <Suspense>
        <CancelledShows />
      </Suspense>
      <Tabs value={state ?? null} onChange={(next) => filterBy({ state: next as LiveTicketState })} keepMounted={false}>
        <Tabs.List mb="lg">
          {LIVE_TICKET_STATES.map((each) => (
            <Tabs.Tab key={each} value={each} className={classes['tab'] ?? ''}>
              {texts.states[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {state === undefined && (
          <Stack gap="lg">
            <DownloadsSkeleton />
            <ListSkeleton {...look} />
          </Stack>
        )}
        {LIVE_TICKET_STATES.map((each) => (
          <Tabs.Panel key={each} value={each}>
            <Tickets state={each} pageIndex={pageIndex} isSettled={settled === query} onGo={goToPage} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}

const look = {
  pageSize: PAGE_SIZE,
  layout: 'tickets',
  skeleton: <RowSkeleton lead={['4rem', '5rem']} lines={3} />,
} as const

/** Finds the list with the ticket of the next show, once per visit of the page. Undefined until it is known. */
function useFirstState(isNeeded: boolean): LiveTicketState | undefined {
  const [state, setState] = useState<LiveTicketState>()
  const isAsked = isNeeded && state === undefined
  const next = useQuery({ ...nextTicketQuery, enabled: isAsked })
  if (isAsked && next.isFetchedAfterMount) setState(next.data?.elements[0]?.ticketState ?? 'RESERVED')
  return state
}

type ListProps = {
  readonly state: LiveTicketState
  readonly pageIndex: number
  /** Whether the tab has not just changed. */
  readonly isSettled: boolean
  readonly onGo: GoToPage
}

function Tickets({ state, pageIndex, isSettled, onGo }: ListProps) {
  const now = useNow()
  const isPast = ({ eventShow }: ViewedTicket) => hasStarted({ startsAt: new Date(eventShow.startTime) }, now)
  const list = useQuery({ ...ownTicketsQuery(state, pageIndex), enabled: isSettled })
  const isBought = state === 'BOUGHT'
  const hasComing = isBought && list.data?.elements.some((ticket) => !isPast(ticket))
  return (
    <Stack gap="lg">
      {isBought && list.isPending && <DownloadsSkeleton />}
      {hasComing && (
        <Suspense fallback={<DownloadsSkeleton />}>
          <DownloadTickets />
        </Suspense>
      )}
      <PagedList
        {...look}
        list={list}
        pageIndex={pageIndex}
        onGo={onGo}
        label={texts.listOf(state)}
        groupAt={(ticket, before) => (isPast(ticket) && !(before && isPast(before)) ? texts.pastShows : undefined)}
        empty={
          <EmptyState text={texts.none(state)}>
            <ButtonLink to={pages.searchEvents.href()}>{texts.toEvents}</ButtonLink>
          </EmptyState>
        }
      >
        {(ticket) => <OwnTicket ticket={ticket} state={state} />}
      </PagedList>
    </Stack>
  )
}

function OwnTicket({ ticket, state }: { readonly ticket: ViewedTicket; readonly state: LiveTicketState }) {
  const navigate = useNavigate()
  switch (state) {
    case 'RESERVED':
      return <ReservedTicket ticket={ticket} />
    case 'BOUGHT':
      return <BoughtTicket ticket={ticket} onRefunded={(invoice) => navigate({ to: pages.invoice.href(invoice) })} />
  }
}
