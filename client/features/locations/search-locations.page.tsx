import { Text, TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { optionalText, ROWS_PER_PAGE } from '#contract/fields.ts'
import { firstFilters, hasFurtherFilters } from '#contract/first-filters.ts'
import { locationSearch } from '#contract/locations.ts'
import { pages } from '#contract/pages.ts'
import { NothingFound } from '#client/ui/lists/nothing-found.tsx'
import { FilterForm } from '#client/ui/forms/filter-form.tsx'
import { PagedList } from '#client/ui/lists/paged-list.tsx'
import { Medallion } from '#client/ui/cards/medallion.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { RowSkeleton } from '#client/ui/cards/row-skeleton.tsx'
import { SearchLayout } from '#client/ui/forms/search-layout.tsx'
import { useUrlQuery } from '#client/address/url-query.ts'
import { useSearchForm } from '#client/ui/forms/use-search-form.ts'
import { locationsQuery } from './locations.queries.ts'
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
        skeleton={<RowSkeleton lead={['2.75rem', '2.75rem']} lines={2} />}
        empty={<NothingFound text={texts.nothingFound} onReset={() => filterBy({})} />}
      >
        {(location) => (
          <RowCard
            to={pages.location.href(location)}
            title={location.name}
            lead={
              <Medallion>
                <IconMapPin />
              </Medallion>
            }
          >
            <Text size="sm" c="dimmed">
              {location.address}, {location.postalCode} {location.city}, {location.country}
            </Text>
          </RowCard>
        )}
      </PagedList>
    </SearchLayout>
  )
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
      isMoreUsed={hasFurtherFilters(query, firstFilters.searchLocations)}
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
