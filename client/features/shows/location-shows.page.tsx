import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { showSearch } from '#contract/shows.ts'
import { pages } from '#contract/pages.ts'
import type { LocationId } from '#domain/ids.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageFailed } from '#client/ui/feedback/load-failed.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { LocationPlans } from './location-plans.tsx'
import { LocationHero } from './location-hero.tsx'
import { PastShowsSwitch } from './past-shows-switch.tsx'
import { ShowList } from './show-list.tsx'
import { locationQuery, showsQuery } from './shows.queries.ts'
import { texts } from './shows.texts.ts'

/** Lists the shows of a location (specification, section 2.10). */
export function LocationShowsPage() {
  const locationId = useIdParam(pages.location)
  return locationId ? <LocationShows locationId={locationId} /> : <Navigate to={pages.home.href()} replace />
}

function LocationShows({ locationId }: { readonly locationId: LocationId }) {
  const { query, filterBy, goToPage } = useUrlQuery(showSearch)
  const isPast = query.when === 'past'
  const { data: location, isLoadingError, error, refetch } = useQuery(locationQuery(locationId))
  const list = useQuery(showsQuery({ locationId, when: query.when ?? 'coming', pageIndex: query.pageIndex }))
  if (isLoadingError)
    return isNotFound(error) ? <Navigate to={pages.home.href()} replace /> : <PageFailed onRetry={refetch} />
  return (
    <Stack gap="lg">
      <LocationHero location={location} />
      <Group justify="space-between" align="baseline">
        <Title order={2}>{isPast ? texts.pastOfEvent : texts.ofEvent}</Title>
        <PastShowsSwitch isPast={isPast} onSwitch={() => filterBy({ when: isPast ? undefined : 'past' })} />
      </Group>
      <ShowList
        list={list}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        isAtKnownPlace
        empty={
          <EmptyState text={texts.noShowsOfLocation}>
            <ButtonLink to={pages.searchLocations.href()} variant="default">
              {texts.searchLocations}
            </ButtonLink>
          </EmptyState>
        }
      />
      {location?.plans && location.plans.length > 0 && <LocationPlans plans={location.plans} />}
    </Stack>
  )
}
