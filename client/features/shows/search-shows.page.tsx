import { useQuery } from '@tanstack/react-query'
import { showSearch } from '#contract/shows.ts'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { SearchLayout } from '#client/ui/forms/search-layout.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { ShowFilters } from './show-filters.tsx'
import { ShowList } from './show-list.tsx'
import { showsQuery } from './shows.queries.ts'
import { texts } from './shows.texts.ts'

/** Searches shows (specification, section 2.9). */
export function SearchShowsPage() {
  const { query, filterBy, goToPage } = useUrlQuery(showSearch)
  const isDated = query.startDate !== undefined || query.endDate !== undefined
  const list = useQuery(showsQuery(isDated ? query : { when: 'coming', ...query }))
  return (
    <SearchLayout filters={<ShowFilters query={query} onSearch={filterBy} />}>
      <ShowList
        list={list}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        empty={<NothingFound text={texts.nothingFound} onReset={() => filterBy({})} />}
      />
    </SearchLayout>
  )
}
