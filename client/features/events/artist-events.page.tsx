import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { eventSearch } from '#contract/events.ts'
import { pages } from '#contract/pages.ts'
import type { ArtistId } from '#domain/ids.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageFailed } from '#client/ui/feedback/load-failed.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { ArtistHero } from './artist-hero.tsx'
import { EventCard } from './event-card.tsx'
import { artistQuery, eventsQuery } from './events.queries.ts'
import { texts } from './events.texts.ts'

/** Lists the events of an artist (specification, section 2.10). */
export function ArtistEventsPage() {
  const artistId = useIdParam(pages.artist)
  return artistId ? <ArtistEvents artistId={artistId} /> : <Navigate to={pages.home.href()} replace />
}

function ArtistEvents({ artistId }: { readonly artistId: ArtistId }) {
  const { query, goToPage } = useUrlQuery(eventSearch)
  const { data: artist, isLoadingError, error, refetch } = useQuery(artistQuery(artistId))
  const list = useQuery(eventsQuery({ artistId, pageIndex: query.pageIndex }))
  if (isLoadingError)
    return isNotFound(error) ? <Navigate to={pages.home.href()} replace /> : <PageFailed onRetry={refetch} />
  return (
    <Stack gap="lg">
      <ArtistHero artist={artist} />
      <PagedList
        list={list}
        label={texts.list}
        unit={texts.unit}
        pageSize={ROWS_PER_PAGE}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        layout="posters"
        skeleton={<RowSkeleton ratio={16 / 9} lines={5} />}
        empty={
          <EmptyState text={texts.noEvents}>
            <ButtonLink to={pages.searchArtists.href()} variant="default">
              {texts.searchArtists}
            </ButtonLink>
          </EmptyState>
        }
      >
        {(event, index) => <EventCard event={event} isFirst={index < 2} />}
      </PagedList>
    </Stack>
  )
}
