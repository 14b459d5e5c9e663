import { Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import * as z from 'zod/mini'
import type { eventSearch } from '#contract/events.ts'
import { eventType, optionalText } from '#contract/fields.ts'
import { countFurtherFilters, firstFilters } from '#contract/first-filters.ts'
import { eventTypeChoices } from '#client/names/event-type-names.ts'
import { emptyOr } from '#client/forms/filter-fields.ts'
import { FilterForm } from '#client/ui/forms/filter-form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { useSearchForm } from '#client/ui/forms/use-search-form.ts'
import { durationFields, secondsIn, typedDuration } from './duration-fields.ts'
import { texts } from './events.texts.ts'
import classes from './event-filters.module.css'

type Filters = z.input<typeof eventSearch>

type Props = { readonly query: Filters; readonly onSearch: (filters: Filters) => void }

const schema = z.object({
  title: optionalText(),
  description: optionalText(),
  type: emptyOr(eventType),
  ...durationFields,
})

/** Shows the filters of the event search. */
export function EventFilters({ query, onSearch }: Props) {
  const form = useSearchForm({ schema, filters: query, typed })
  const hint = useId()
  return (
    <FilterForm
      form={form}
      label={texts.search}
      onSearch={(values) => onSearch(filtersIn(values))}
      empty={typed({})}
      onReset={() => onSearch({})}
      moreUsed={countFurtherFilters(query, firstFilters.searchEvents)}
      more={
        <>
          <TextInput label={texts.description} {...form.getInputProps('description')} />
          <fieldset className={classes['duration']} aria-describedby={hint}>
            <Text component="legend" size="sm" className={classes['legend']}>
              {texts.duration}
            </Text>
            <Text id={hint} size="xs" c="dimmed" className={classes['hint']}>
              {texts.durationHint}
            </Text>
            <TextInput
              label={texts.days}
              labelProps={{ fw: 400 }}
              inputMode="numeric"
              {...form.getInputProps('days')}
            />
            <TextInput
              label={texts.hours}
              labelProps={{ fw: 400 }}
              inputMode="numeric"
              {...form.getInputProps('hours')}
            />
            <TextInput
              label={texts.minutes}
              labelProps={{ fw: 400 }}
              placeholder={texts.minutesHint}
              inputMode="numeric"
              {...form.getInputProps('minutes')}
            />
          </fieldset>
        </>
      }
    >
      <TextInput label={texts.title} type="search" enterKeyHint="search" {...form.getInputProps('title')} />
      <SelectField label={texts.type} data={eventTypeChoices} {...form.getInputProps('type')} />
    </FilterForm>
  )
}

function typed({ title = '', description = '', type, duration }: Filters) {
  return { title, description, type: (type ?? '') as string, ...typedDuration(duration) }
}

function filtersIn({ title, description, type, ...duration }: ReturnType<typeof typed>): Filters {
  return {
    title: title || undefined,
    description: description || undefined,
    type: eventTypeChoices.find(({ value }) => value !== '' && value === type)?.value as Filters['type'],
    duration: secondsIn(duration),
  }
}
