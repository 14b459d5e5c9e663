import { useQuery } from '@tanstack/react-query'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { eventSearch } from '#contract/events.ts'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { SearchLayout } from '#client/ui/forms/search-layout.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { EventCard } from './event-card.tsx'
import { EventFilters } from './event-filters.tsx'
import { eventsQuery } from './events.queries.ts'
import { FoundElsewhere } from './found-elsewhere.tsx'
import { texts } from './events.texts.ts'

/** Searches events (specification, section 2.9). */
export function SearchEventsPage() {
  const { query, filterBy, goToPage } = useUrlQuery(eventSearch)
  const list = useQuery(eventsQuery(query))
  return (
    <SearchLayout filters={<EventFilters query={query} onSearch={filterBy} />}>
      <PagedList
        list={list}
        label={texts.list}
        pageSize={ROWS_PER_PAGE}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        skeleton={<RowSkeleton ratio={16 / 9} lines={5} />}
        empty={
          <NothingFound text={texts.nothingFound} onReset={() => filterBy({})}>
            {query.title !== undefined && <FoundElsewhere words={query.title} />}
          </NothingFound>
        }
      >
        {(event, index) => (
          <EventCard event={event} isFirst={index < 2} isDurationAsked={query.duration !== undefined} />
        )}
      </PagedList>
    </SearchLayout>
  )
}
