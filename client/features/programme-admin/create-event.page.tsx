import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { pages } from '#contract/pages.ts'
import type { EventId } from '#domain/ids.ts'
import { publishAtOnce, publishFields, splitPublishing, timeOfPublishing } from '#client/desk/publish-choice.ts'
import { PublishFields } from '#client/desk/publish-fields.tsx'
import { Desk } from '#client/desk/desk.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { EventFields, eventForm, eventIn, eventValuesOf } from './event-fields.tsx'
import { type AdminEvent, eventQuery, sendEvent } from './events.queries.ts'
import { texts } from './event.texts.ts'

const schema = z.extend(eventForm, publishFields).check(timeOfPublishing)

/** Creates an event (specification, section 2.17), or a copy of the one that the address names. */
export function CreateEventPage() {
  const { copy } = useSearch({ strict: false })
  const id = pages.editEvent.readId(String(copy ?? ''))
  if (id !== undefined) return <CopyEvent id={id} />
  return (
    <Desk>
      <CreateEvent />
    </Desk>
  )
}

function CopyEvent({ id }: { readonly id: EventId }) {
  const query = useQuery(eventQuery(id))
  const list = { to: pages.adminEvents.href(), title: pages.adminEvents.title }
  return (
    <DeskRecord title={texts.createEvent} query={query} list={list}>
      {(event) => <CreateEvent key={event.id} original={event} />}
    </DeskRecord>
  )
}

function CreateEvent({ original }: { readonly original?: AdminEvent }) {
  const navigate = useNavigate()
  const form = useKeptForm({
    path: pages.createEvent.href(),
    source: original && `copy=${original.id}`,
    schema,
    initialValues: { ...eventValuesOf(original), ...publishAtOnce },
  })
  const creation = useCreation({
    form,
    create: (values) => {
      const { publishing, others } = splitPublishing(values)
      return sendEvent({ ...eventIn(others), ...publishing })
    },
    success: texts.eventCreated,
    failure: texts.eventNotCreated,
    onMade: ({ id }) => navigate({ to: pages.createShow.href(), search: { event: id } }),
  })
  return (
    <CreationForm
      {...creation}
      title={texts.createEvent}
      lead={original ? texts.eventCopyLead(original.title) : texts.eventLead}
      action={texts.createEvent}
      cancelTo={original ? pages.editEvent.href(original) : pages.admin.href()}
    >
      <EventFields form={form} />
      <PublishFields form={form} />
    </CreationForm>
  )
}
