import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { eventType, optionalText } from '#contract/fields.ts'
import { countFurtherFilters, firstFilters } from '#contract/first-filters.ts'
import type { newsSearch } from '#contract/news.ts'
import { EVENT_TYPES } from '#domain/shows/event-types.ts'
import { eventTypeChoices } from '#client/names/event-type-names.ts'
import { emptyOr, momentsInOrder } from '#client/forms/filter-fields.ts'
import { momentField } from '#client/forms/time-fields.ts'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { FilterForm } from '#client/ui/forms/filter-form.tsx'
import { useLiveFilters } from '#client/ui/forms/use-live-filters.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { texts } from './news.texts.ts'

type Filters = z.input<typeof newsSearch>

type Props = {
  readonly query: Filters
  /** Called when the filters change, also while typing. */
  readonly onFilter: (filters: Filters) => void
  readonly onReset: () => void
  /** Whether the list has read marks. */
  readonly isOwn: boolean
}

const schema = z
  .object({
    content: optionalText(),
    eventTitle: optionalText(),
    eventType: emptyOr(eventType),
    from: momentField(),
    to: momentField(),
  })
  .check(momentsInOrder('from', 'to'))

const readChoices = [
  { value: '', label: texts.readChoices.all },
  { value: 'false', label: texts.readChoices.false },
  { value: 'true', label: texts.readChoices.true },
]

/** Shows the filters of the news list. */
export function NewsFilters({ query, onFilter, onReset, isOwn }: Props) {
  const form = useLiveFilters({ schema, filters: query, typed, filtersIn, onFilter })
  return (
    <FilterForm
      form={form}
      label={texts.filters}
      onSearch={(values) => onFilter(filtersIn(values))}
      empty={typed({})}
      onReset={onReset}
      isLive
      moreUsed={countFurtherFilters(query, [...firstFilters.news, 'read'])}
      more={
        <>
          <TextInput label={texts.eventTitle} type="search" {...form.getInputProps('eventTitle')} />
          <SelectField label={texts.eventType} data={eventTypeChoices} {...form.getInputProps('eventType')} />
          <DateTimeField label={texts.from} defaultTimeValue="00:00" {...form.getInputProps('from')} />
          <DateTimeField label={texts.to} defaultTimeValue="23:59" {...form.getInputProps('to')} />
        </>
      }
    >
      <TextInput label={texts.content} type="search" enterKeyHint="search" {...form.getInputProps('content')} />
      {isOwn && <SelectField label={texts.read} data={readChoices} {...form.getInputProps('read')} />}
    </FilterForm>
  )
}

function typed({ content = '', eventTitle = '', eventType, from = '', to = '', read }: Filters) {
  return {
    content,
    eventTitle,
    eventType: (eventType ?? '') as string,
    from,
    to,
    read: read === undefined ? '' : String(read),
  }
}

function filtersIn({ content, eventTitle, eventType, from, to, read }: ReturnType<typeof typed>): Filters {
  return {
    content: content || undefined,
    eventTitle: eventTitle || undefined,
    eventType: EVENT_TYPES.find((type) => type === eventType),
    from: from || undefined,
    to: to || undefined,
    read: read === '' ? undefined : read === 'true',
  }
}
