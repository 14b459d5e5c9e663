import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import { countFurtherFilters, firstFilters } from '#contract/first-filters.ts'
import type { showSearch } from '#contract/shows.ts'
import {
  amountIn,
  amountsInOrder,
  amountUpTo,
  centsIn,
  emptyOr,
  momentsInOrder,
  priceField,
  typedAmount,
} from '#client/forms/filter-fields.ts'
import { momentField } from '#client/forms/time-fields.ts'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { FilterForm } from '#client/ui/forms/filter-form.tsx'
import { useSearchForm } from '#client/ui/forms/use-search-form.ts'
import { texts } from './shows.texts.ts'

type Filters = z.input<typeof showSearch>

type Props = { readonly query: Filters; readonly onSearch: (filters: Filters) => void }

const HOUR = 3600
const CENTS = 100
const MOST_HOURS = 500_000

const schema = z
  .object({
    name: optionalText(),
    eventName: optionalText(),
    artistName: optionalText(),
    locationName: optionalText(),
    city: optionalText(),
    country: optionalText(),
    startDate: momentField(),
    endDate: momentField(),
    duration: emptyOr(amountUpTo(MOST_HOURS)),
    minPrice: emptyOr(priceField),
    maxPrice: emptyOr(priceField),
  })
  .check(amountsInOrder('minPrice', 'maxPrice'), momentsInOrder('startDate', 'endDate'))

/** Shows the filters of the show search. */
export function ShowFilters({ query, onSearch }: Props) {
  const form = useSearchForm({ schema, filters: query, typed })
  return (
    <FilterForm
      form={form}
      label={texts.search}
      onSearch={(values) => onSearch(filtersIn(values))}
      empty={typed({})}
      onReset={() => onSearch({})}
      moreUsed={countFurtherFilters(query, [...firstFilters.searchShows, 'when'])}
      more={
        <>
          <DateTimeField
            label={texts.startDate}
            description={texts.startHint}
            defaultTimeValue="00:00"
            {...form.getInputProps('startDate')}
          />
          <DateTimeField
            label={texts.endDate}
            description={texts.endHint}
            defaultTimeValue="23:59"
            {...form.getInputProps('endDate')}
          />
          <TextInput label={texts.duration} inputMode="decimal" {...form.getInputProps('duration')} />
          <TextInput label={texts.minPrice} inputMode="decimal" {...form.getInputProps('minPrice')} />
          <TextInput label={texts.maxPrice} inputMode="decimal" {...form.getInputProps('maxPrice')} />
          <TextInput label={texts.venue} {...form.getInputProps('locationName')} />
          <TextInput label={texts.country} {...form.getInputProps('country')} />
        </>
      }
    >
      <TextInput label={texts.name} {...form.getInputProps('name')} />
      <TextInput label={texts.eventName} {...form.getInputProps('eventName')} />
      <TextInput label={texts.artist} {...form.getInputProps('artistName')} />
      <TextInput label={texts.city} {...form.getInputProps('city')} />
    </FilterForm>
  )
}

function typed({ duration, minPrice, maxPrice, ...query }: Filters) {
  const { name = '', eventName = '', artistName = '', locationName = '' } = query
  const { city = '', country = '', startDate = '', endDate = '' } = query
  return {
    name,
    eventName,
    artistName,
    locationName,
    city,
    country,
    startDate,
    endDate,
    duration: typedAmount(duration, HOUR),
    minPrice: typedAmount(minPrice, CENTS),
    maxPrice: typedAmount(maxPrice, CENTS),
  }
}

function filtersIn({ duration, minPrice, maxPrice, ...words }: ReturnType<typeof typed>): Filters {
  const hours = amountIn(duration)
  return {
    ...words,
    duration: hours === undefined ? undefined : Math.round(hours * HOUR),
    minPrice: centsIn(minPrice),
    maxPrice: centsIn(maxPrice),
  }
}
