import { Button, Group, Text } from '@mantine/core'
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
  const { pageIndex: _page, ...filters } = query
  const isDated = query.startDate !== undefined || query.endDate !== undefined
  const isComing = !isDated && query.when !== 'past'
  const list = useQuery(showsQuery(isDated ? query : { when: 'coming', ...query }))
  const pastTotal = (isComing && list.data?.pastTotal) || 0
  return (
    <SearchLayout filters={<ShowFilters query={query} onSearch={filterBy} />}>
      <ShowList
        list={list}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        empty={<NothingFound text={texts.nothingFound} onReset={() => filterBy({})} />}
        note={
          pastTotal > 0 ? (
            <Group gap="xs" justify="center">
              <Text size="sm" c="dimmed">
                {texts.pastLeftOut(pastTotal)}
              </Text>
              <Button
                variant="transparent"
                size="compact-sm"
                px={0}
                onClick={() => filterBy({ ...filters, when: 'past' })}
              >
                {texts.searchPast}
              </Button>
            </Group>
          ) : (
            query.when === 'past' && (
              <Group justify="center">
                <Button
                  variant="transparent"
                  size="compact-sm"
                  px={0}
                  onClick={() => filterBy({ ...filters, when: undefined })}
                >
                  {texts.searchComing}
                </Button>
              </Group>
            )
          )
        }
      />
    </SearchLayout>
  )
}
