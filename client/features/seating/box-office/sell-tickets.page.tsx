import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { pages } from '#contract/pages.ts'
import type { OrderId, ShowId, TicketId } from '#domain/ids.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { showQuery } from '../seating.queries.ts'
import { texts } from './box-office.texts.ts'
import type { DeskPlacesProps } from './desk-places.tsx'

const DeskPlaces = lazyPart<DeskPlacesProps>(async () => (await import('./desk-places.tsx')).DeskPlaces)

/** Reads the order of an address. */
function orderIn(text: unknown): OrderId | undefined {
  return Number(text) > 0 ? (Number(text) as OrderId) : undefined
}

/** The box office of a show: staff sells, gives, holds and releases its places, and moves tickets. */
export function SellTicketsPage() {
  const id = useIdParam(pages.sellTickets)
  return id === undefined ? <NotFoundPage /> : <KnownShow key={id} id={id} />
}

function KnownShow({ id }: { readonly id: ShowId }) {
  const query = useQuery(showQuery(id))
  const navigate = useNavigate()
  const { move, order } = useSearch({ strict: false })
  // The address holds text.
  const moved = Number(move) > 0 ? { id: Number(move) as TicketId, orderId: orderIn(order) } : undefined
  return (
    <DeskRecord title={texts.title} query={query} list={{ to: pages.boxOffice.href(), title: texts.allShows }}>
      {(show) => (
        <Stack gap="lg">
          <header>
            <PageHeading title={`${texts.title}: ${showNameOf({ eventTitle: show.event.title, name: show.name })}`} />
            <Text c="dimmed">
              <ShowMoment at={show.startTime} zone={show.location.timeZone} /> · {show.location.name}
            </Text>
            <Group gap="md" mt="xs">
              <TextLink to={pages.doorList.href(show)}>{texts.doorList}</TextLink>
              <TextLink to={pages.orders.href()} search={{ showId: show.id }}>
                {texts.ordersOfShow}
              </TextLink>
              <TextLink to={pages.boxOffice.href()}>{texts.allShows}</TextLink>
            </Group>
          </header>
          {show.cancelReason === undefined ? (
            <Suspense fallback={<Skeleton h="24rem" radius="lg" />}>
              <DeskPlaces
                show={show}
                moved={moved}
                onMoved={({ orderId }) => navigate({ to: pages.order.href({ id: orderId }) })}
              />
            </Suspense>
          ) : (
            <Notice kind="info">{texts.cancelled}</Notice>
          )}
        </Stack>
      )}
    </DeskRecord>
  )
}
