import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { showSearch } from '#contract/shows.ts'
import { pages } from '#contract/pages.ts'
import type { EventId } from '#domain/ids.ts'
import { eventTypeNames } from '#client/names/event-type-names.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { Picture } from '#client/picture.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { HeadingSkeleton } from '#client/ui/feedback/heading-skeleton.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageFailed } from '#client/ui/feedback/load-failed.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { PastShowsSwitch } from './past-shows-switch.tsx'
import { ShowList } from './show-list.tsx'
import { eventQuery, showsQuery } from './shows.queries.ts'
import { texts } from './shows.texts.ts'
import classes from './event-shows.module.css'

/** Lists the shows of an event (specification, section 2.10). */
export function EventShowsPage() {
  const eventId = useIdParam(pages.event)
  return eventId ? <EventShows eventId={eventId} /> : <NotFoundPage />
}

function EventShows({ eventId }: { readonly eventId: EventId }) {
  const { query, filterBy, goToPage } = useUrlQuery(showSearch)
  const isPast = query.when === 'past'
  const { data: event, isLoadingError, error, refetch } = useQuery(eventQuery(eventId))
  const list = useQuery(showsQuery({ eventId, when: query.when ?? 'coming', pageIndex: query.pageIndex }))
  if (isLoadingError) return isNotFound(error) ? <NotFoundPage /> : <PageFailed onRetry={refetch} />
  return (
    <div className={classes['layout']}>
      <div className={classes['poster']}>
        {event ? (
          <Picture
            name={event.imageName}
            alt=""
            ratio={16 / 9}
            sizes={FIRST_PICTURE_SIZES.event}
            title={event.title}
            isFirst
          />
        ) : (
          <Skeleton className={classes['posterSkeleton']} radius="md" />
        )}
      </div>
      <Stack gap="xs" className={classes['head']}>
        {event ? <PageHeading title={event.title} /> : <HeadingSkeleton />}
        <Text c="dimmed" mih="1.55em">
          {event && eventTypeNames[event.type]}
        </Text>
      </Stack>
      {event ? (
        <Text className={classes['description']}>{event.description}</Text>
      ) : (
        <div className={classes['description']}>
          <TextSkeleton lines={3} />
        </div>
      )}
      <Stack gap="md" className={classes['shows']}>
        <Title order={2}>{isPast ? texts.pastOfEvent : texts.ofEvent}</Title>
        <ShowList
          list={list}
          pageIndex={query.pageIndex}
          onGo={goToPage}
          common="event"
          empty={
            <EmptyState text={texts.noShowsOfEvent(event?.title ?? '')}>
              <ButtonLink to={pages.searchEvents.href()} variant="default">
                {texts.searchEvents}
              </ButtonLink>
            </EmptyState>
          }
        />
        <PastShowsSwitch isPast={isPast} onSwitch={() => filterBy({ when: isPast ? undefined : 'past' })} />
      </Stack>
    </div>
  )
}
