import { Button, Group, Stack, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { eventPageSearch } from '#contract/shows.ts'
import { pages } from '#contract/pages.ts'
import type { EventId } from '#domain/ids.ts'
import { isNotFound } from '#client/calls/api-error.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { RESET_FILTERS } from '#client/ui/forms/filter-form.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { LoadFailed, PageFailed } from '#client/ui/feedback/load-failed.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { EventHero } from './event-hero.tsx'
import { PastShowsSwitch } from './past-shows-switch.tsx'
import { RunFilters } from './run-filters.tsx'
import { ShowCalendar } from './show-calendar.tsx'
import { ShowsByMonth } from './shows-by-month.tsx'
import { eventQuery, findListedEvent, monthQuery, showsQuery } from './shows.queries.ts'
import { texts } from './shows.texts.ts'
import classes from './event-shows.module.css'

/** From more shows than this, filters by month and weekday make sense. */
const MANY_SHOWS = 10
/** From more shows than this, a calendar makes sense. */
const LONG_RUN = 20

/** Lists the shows of an event (specification, section 2.10). */
export function EventShowsPage() {
  const eventId = useIdParam(pages.event)
  return eventId ? <EventShows eventId={eventId} /> : <NotFoundPage />
}

function EventShows({ eventId }: { readonly eventId: EventId }) {
  const { query, filterBy, goToPage } = useUrlQuery(eventPageSearch)
  const { when = 'coming', month, weekday, view, pageIndex } = query
  const isPast = when === 'past'
  const client = useQueryClient()
  const { data, isLoadingError, error, refetch } = useQuery(eventQuery(eventId))
  const event = data ?? findListedEvent(client, eventId)
  const list = useQuery(showsQuery({ eventId, when, month, weekday, pageIndex }))
  if (isLoadingError) return isNotFound(error) ? <NotFoundPage /> : <PageFailed onRetry={refetch} />
  const count = event?.coming?.count ?? 0
  const isFiltered = month !== undefined || weekday !== undefined
  const isCalendar = view === 'calendar' && !isPast && count > LONG_RUN
  const isFirstPage = !isPast && !isFiltered && pageIndex === 0
  return (
    <div className={classes['layout']}>
      <EventHero
        event={event}
        open={isFirstPage ? list.data?.elements.find(({ availability }) => availability !== 'SOLD_OUT') : undefined}
      />
      <Stack gap="md">
        <Group justify="space-between" align="baseline">
          <Title order={2}>{isPast ? texts.pastOfEvent : texts.ofEvent}</Title>
          <PastShowsSwitch isPast={isPast} onSwitch={() => filterBy({ when: isPast ? undefined : 'past' })} />
        </Group>
        {event && !isPast && (count > MANY_SHOWS || isFiltered) && (
          <RunFilters
            months={event.months ?? []}
            filters={{ month, weekday: weekday === undefined ? undefined : Number(weekday) }}
            onFilter={(filters) => filterBy({ ...filters, view })}
            view={isCalendar ? 'calendar' : 'list'}
            onView={
              count > LONG_RUN
                ? (next) => filterBy({ month, weekday, view: next === 'calendar' ? next : undefined })
                : undefined
            }
          />
        )}
        {isCalendar ? (
          <MonthOfEvent eventId={eventId} month={month ?? event?.months?.[0]?.month ?? ''} />
        ) : (
          <ShowsByMonth
            list={list}
            pageIndex={pageIndex}
            onGo={goToPage}
            empty={
              isFiltered ? (
                <EmptyState text={texts.noShowsThen}>
                  <Button variant="default" onClick={() => filterBy({ when: isPast ? 'past' : undefined })}>
                    {RESET_FILTERS}
                  </Button>
                </EmptyState>
              ) : (
                <EmptyState text={texts.noShowsOfEvent(event?.title ?? '')}>
                  <ButtonLink to={pages.searchEvents.href()} variant="default">
                    {texts.searchEvents}
                  </ButtonLink>
                </EmptyState>
              )
            }
          />
        )}
      </Stack>
    </div>
  )
}

function MonthOfEvent({ eventId, month }: { readonly eventId: EventId; readonly month: string }) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(monthQuery({ eventId, month }))
  if (isLoadingError) return <LoadFailed onRetry={refetch} />
  const shows = data?.elements ?? []
  return (
    <ShowCalendar
      month={month}
      shows={shows}
      missing={(data?.total ?? 0) - shows.length}
      isBusy={!data && isFetching}
    />
  )
}
