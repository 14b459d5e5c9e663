import { TextInput } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { EVENT_TYPES } from '#domain/shows/event-types.ts'
import { eventTypeChoices, eventTypeNames } from '#client/names/event-type-names.ts'
import { ChoiceTable } from '#client/ui/forms/choice-table.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { type ChosenEvent, loadEvents } from './event-choice.queries.ts'
import { texts } from './programme-admin.texts.ts'
import { useChoices } from './use-choices.ts'

export type EventChoiceProps = {
  readonly value?: ChosenEvent | null
  readonly onChange: (event: ChosenEvent) => void
  readonly error?: string | undefined
  readonly isRequired: boolean
}

const columns = [
  { name: texts.title, of: (event: ChosenEvent) => event.title },
  { name: texts.type, of: (event: ChosenEvent) => eventTypeNames[event.type] },
]

/** Chooses an event. */
export function EventChoice(props: EventChoiceProps) {
  const { filterProps, table } = useChoices({
    key: 'events',
    noFilters: { title: '', type: '' },
    load: ({ type, ...query }, signal) =>
      loadEvents({ ...query, type: EVENT_TYPES.find((known) => known === type) }, signal),
  })
  return (
    <ChoiceTable
      {...props}
      {...table}
      label={texts.event}
      columns={columns}
      nameOf={({ title }) => title}
      empty={texts.noEvents}
      creation={{ to: pages.createEvent.href(), title: pages.createEvent.title }}
      filters={
        <>
          <TextInput label={texts.eventTitle} type="search" {...filterProps('title')} />
          <SelectField label={texts.eventType} data={eventTypeChoices} {...filterProps('type')} />
        </>
      }
    />
  )
}
