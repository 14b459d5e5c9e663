import { Text, TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { optionalText, ROWS_PER_PAGE } from '#contract/fields.ts'
import { countFurtherFilters, firstFilters } from '#contract/first-filters.ts'
import { THUMB_SIZES } from '#contract/images.ts'
import { locationSearch } from '#contract/locations.ts'
import { pages } from '#contract/pages.ts'
import { PostalCode } from '#client/ui/postal-code.tsx'
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
import { type Location, locationsQuery } from './locations.queries.ts'
import { texts } from './locations.texts.ts'

type Filters = z.input<typeof locationSearch>

const schema = z.object({
  name: optionalText(),
  country: optionalText(),
  city: optionalText(),
  postalCode: optionalText(),
  address: optionalText(),
})

/** Searches locations (specification, section 2.9). */
export function SearchLocationsPage() {
  const { query, filterBy, goToPage } = useUrlQuery(locationSearch)
  const list = useQuery(locationsQuery(query))
  return (
    <SearchLayout filters={<LocationFilters query={query} onSearch={filterBy} />}>
      <PagedList
        list={list}
        label={texts.list}
        pageSize={ROWS_PER_PAGE}
        pageIndex={query.pageIndex}
        onGo={goToPage}
        skeleton={<RowSkeleton hasThumb lines={3} />}
        empty={<NothingFound text={texts.nothingFound} onReset={() => filterBy({})} />}
      >
        {(location) => (
          <RowCard to={pages.location.href(location)} title={location.name} {...faceOf(location)}>
            <Text size="sm" c="dimmed">
              {location.address}, <PostalCode>{location.postalCode}</PostalCode> {location.city}, {location.country}
            </Text>
            <ComingLine coming={location.coming} isPlaceKnown />
          </RowCard>
        )}
      </PagedList>
    </SearchLayout>
  )
}

/** Returns the picture of a location, or a pin without one. */
function faceOf({ imageName, name }: Location) {
  if (imageName) return { thumb: <Picture name={imageName} alt="" ratio={16 / 9} sizes={THUMB_SIZES} title={name} /> }
  return {
    lead: (
      <Medallion>
        <IconMapPin />
      </Medallion>
    ),
  }
}

type FilterProps = { readonly query: Filters; readonly onSearch: (filters: Filters) => void }

function LocationFilters({ query, onSearch }: FilterProps) {
  const form = useSearchForm({ schema, filters: query, typed })
  return (
    <FilterForm
      form={form}
      label={texts.search}
      onSearch={onSearch}
      empty={typed({})}
      onReset={() => onSearch({})}
      moreUsed={countFurtherFilters(query, firstFilters.searchLocations)}
      more={
        <>
          <TextInput label={texts.country} {...form.getInputProps('country')} />
          <TextInput label={texts.postalCode} {...form.getInputProps('postalCode')} />
          <TextInput label={texts.address} {...form.getInputProps('address')} />
        </>
      }
    >
      <TextInput label={texts.name} {...form.getInputProps('name')} />
      <TextInput label={texts.city} {...form.getInputProps('city')} />
    </FilterForm>
  )
}

function typed({ name = '', country = '', city = '', postalCode = '', address = '' }: Filters) {
  return { name, country, city, postalCode, address }
}
