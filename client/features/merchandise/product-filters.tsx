import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { optionalText, integerText } from '#contract/fields.ts'
import { countFurtherFilters, firstFilters } from '#contract/first-filters.ts'
import { type merchandiseSearch, SORT_OPTIONS } from '#contract/merchandise.ts'
import { amountIn, amountsInOrder, centsIn, emptyOr, priceField, typedAmount } from '#client/forms/filter-fields.ts'
import { FilterForm } from '#client/ui/forms/filter-form.tsx'
import { useLiveFilters } from '#client/ui/forms/use-live-filters.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { texts } from './merchandise.texts.ts'

type Filters = z.input<typeof merchandiseSearch>

type Props = {
  readonly query: Filters
  /** Called when the filters change, also while typing. */
  readonly onFilter: (filters: Filters) => void
  readonly onReset: () => void
}

const CENTS = 100

const schema = z
  .object({
    name: optionalText(),
    minPrice: emptyOr(priceField),
    maxPrice: emptyOr(priceField),
    minPoints: emptyOr(integerText(0)),
    maxPoints: emptyOr(integerText(0)),
  })
  .check(amountsInOrder('minPrice', 'maxPrice'), amountsInOrder('minPoints', 'maxPoints'))

const sortChoices = SORT_OPTIONS.map((value) => ({ value, label: texts.sortOptions[value] }))

/** Shows the filters and the order of the product list. */
export function ProductFilters({ query, onFilter, onReset }: Props) {
  const form = useLiveFilters({ schema, filters: query, typed, filtersIn, onFilter })
  return (
    <FilterForm
      form={form}
      label={texts.filters}
      onSearch={(values) => onFilter(filtersIn(values))}
      empty={typed({})}
      onReset={onReset}
      isLive
      moreUsed={countFurtherFilters(query, firstFilters.merchandise)}
      more={
        <>
          <TextInput label={texts.minPrice} inputMode="decimal" {...form.getInputProps('minPrice')} />
          <TextInput label={texts.maxPrice} inputMode="decimal" {...form.getInputProps('maxPrice')} />
          <TextInput label={texts.minPoints} inputMode="numeric" {...form.getInputProps('minPoints')} />
          <TextInput label={texts.maxPoints} inputMode="numeric" {...form.getInputProps('maxPoints')} />
        </>
      }
    >
      <TextInput label={texts.name} type="search" enterKeyHint="search" {...form.getInputProps('name')} />
      <SelectField label={texts.sort} data={sortChoices} {...form.getInputProps('sortOption')} />
    </FilterForm>
  )
}

function typed(filters: Filters) {
  const { name = '', sortOption = 'NAME' } = filters
  return {
    name,
    sortOption: sortOption as string,
    minPrice: typedAmount(filters.priceLowerBound, CENTS),
    maxPrice: typedAmount(filters.priceUpperBound, CENTS),
    minPoints: typedAmount(filters.pointsLowerBound, 1),
    maxPoints: typedAmount(filters.pointsUpperBound, 1),
  }
}

function filtersIn({ name, sortOption, ...bounds }: ReturnType<typeof typed>): Filters {
  return {
    name: name || undefined,
    sortOption: SORT_OPTIONS.find((option) => option === sortOption && option !== 'NAME'),
    priceLowerBound: centsIn(bounds.minPrice),
    priceUpperBound: centsIn(bounds.maxPrice),
    pointsLowerBound: amountIn(bounds.minPoints),
    pointsUpperBound: amountIn(bounds.maxPoints),
  }
}
