import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { artistName } from '#domain/artist-name.ts'
import { placeCountsText } from '#domain/tickets/place-counts.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import type { PageAddress } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import type { DeskShow } from './desk-shows.queries.ts'
import { PublicationBadge } from './publication-badge.tsx'

const CANCELLED = 'Cancelled'

type Props = {
  readonly show: DeskShow
  readonly to: PageAddress
  /** Further links. */
  readonly children?: ReactNode
}

/** Shows a show in a list of the desk, with how it sells and whether visitors see it. */
export function ShowRowCard({ show, to, children }: Props) {
  const { event, location, artist, isCancelled, publication } = show
  return (
    <RowCard
      to={to}
      title={showNameOf({ eventTitle: event.title, name: show.name })}
      overline={<ShowMoment at={show.startTime} zone={location.timeZone} />}
      end={publication !== 'PUBLISHED' && !isCancelled && <PublicationBadge state={publication} />}
    >
      <Text size="sm" c="dimmed">
        {location.name}, {location.city} · {artistName(artist)}
      </Text>
      <Text size="sm">{isCancelled ? CANCELLED : placeCountsText(show)}</Text>
      {children}
    </RowCard>
  )
}
