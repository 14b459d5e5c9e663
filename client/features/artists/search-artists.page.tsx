import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { artistSearch } from '#contract/artists.ts'
import { optionalText, ROWS_PER_PAGE } from '#contract/fields.ts'
import { THUMB_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { artistName } from '#domain/artist-name.ts'
import { Picture } from '#client/picture.tsx'
import { ComingLine } from '#client/programme/coming-line.tsx'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { FilterForm } from '#client/ui/forms/filter-form.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { Medallion } from '#client/ui/cards/medallion.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { SearchLayout } from '#client/ui/forms/search-layout.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { useSearchForm } from '#client/ui/forms/use-search-form.ts'
import { type Artist, artistsQuery } from './artists.queries.ts'
import { NamedDifferently } from './named-differently.tsx'
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
        skeleton={<RowSkeleton hasThumb lines={3} />}
        empty={
          <NothingFound text={texts.nothingFound} onReset={() => filterBy({})}>
            <NamedDifferently names={query} />
          </NothingFound>
        }
      >
        {(artist) => (
          <RowCard to={pages.artist.href(artist)} title={artistName(artist)} {...faceOf(artist)}>
            {artist.stageName && (
              <Text size="sm" c="dimmed">
                {artist.firstName} {artist.lastName}
              </Text>
            )}
            <ComingLine coming={artist.coming} />
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

/** Returns the picture of an artist, or the initials without one. */
function faceOf(artist: Artist) {
  const name = artistName(artist)
  return artist.imageName
    ? { thumb: <Picture name={artist.imageName} alt="" ratio={16 / 9} sizes={THUMB_SIZES} title={name} /> }
    : { lead: <Medallion>{initialsOf(name)}</Medallion> }
}

/** Returns the initials of the first and last word of a name. */
function initialsOf(name: string): string {
  const words = name.split(' ')
  return [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '').join('')
}
