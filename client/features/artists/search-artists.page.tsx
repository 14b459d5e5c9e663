import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { artistSearch } from '#contract/artists.ts'
import { optionalText, ROWS_PER_PAGE } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import { artistName } from '#domain/artist-name.ts'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { FilterForm } from '#client/ui/forms/filter-form.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { Medallion } from '#client/ui/cards/medallion.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { SearchLayout } from '#client/ui/forms/search-layout.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { useSearchForm } from '#client/ui/forms/use-search-form.ts'
import { artistsQuery } from './artists.queries.ts'
import { texts } from './artists.texts.ts'

type Filters = z.input<typeof artistSearch>

const schema = z.object({ firstName: optionalText(), lastName: optionalText(), stageName: optionalText() })

/** Searches artists (specification, section 2.9). */
export function SearchArtistsPage() {
  const { query, filterBy, goToPage } = useUrlQuery(artistSearch)
  const list = useQuery(artistsQuery(query))
  return (
    <SearchLayout filters={<ArtistFilters query={query} onSearch={filterBy} />}>
      <PagedList
        list={list}
        label={texts.list}
        pageSize={ROWS_PER_PAGE}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        skeleton={<RowSkeleton lead={['2.75rem', '2.75rem']} lines={1} />}
        empty={<NothingFound text={texts.nothingFound} onReset={() => filterBy({})} />}
      >
        {(artist) => (
          <RowCard
            to={pages.artist.href(artist)}
            title={artistName(artist)}
            lead={<Medallion>{initialsOf(artistName(artist))}</Medallion>}
          >
            {artist.stageName && (
              <Text size="sm" c="dimmed">
                {artist.firstName} {artist.lastName}
              </Text>
            )}
          </RowCard>
        )}
      </PagedList>
    </SearchLayout>
  )
}

function ArtistFilters({
  query,
  onSearch,
}: {
  readonly query: Filters
  readonly onSearch: (filters: Filters) => void
}) {
  const form = useSearchForm({ schema, filters: query, typed })
  return (
    <FilterForm form={form} label={texts.search} onSearch={onSearch} empty={typed({})} onReset={() => onSearch({})}>
      <TextInput label={texts.firstName} {...form.getInputProps('firstName')} />
      <TextInput label={texts.lastName} {...form.getInputProps('lastName')} />
      <TextInput label={texts.stageName} {...form.getInputProps('stageName')} />
    </FilterForm>
  )
}

function typed({ firstName = '', lastName = '', stageName = '' }: Filters) {
  return { firstName, lastName, stageName }
}

/** Returns the initials of the first and last word of a name. */
function initialsOf(name: string): string {
  const words = name.split(' ')
  return [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '').join('')
}
