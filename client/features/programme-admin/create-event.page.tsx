import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import type { EventId } from '#domain/ids.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { EventFields, eventForm, eventIn, eventValuesOf } from './event-fields.tsx'
import { type AdminEvent, eventQuery } from './desk.queries.ts'
import { sendEvent } from './programme-admin.queries.ts'
import { texts } from './programme-admin.texts.ts'

/** Creates an event (specification, section 2.17), or a copy of the one that the address names. */
export function CreateEventPage() {
  const { copy } = useSearch({ strict: false })
  const id = pages.editEvent.readId(String(copy ?? ''))
  return id === undefined ? <CreateEvent /> : <CopyEvent id={id} />
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
    schema: eventForm,
    initialValues: eventValuesOf(original),
  })
  const creation = useCreation({
    form,
    create: (values) => sendEvent(eventIn(values)),
    success: texts.eventCreated,
    failure: texts.eventNotCreated,
    onMade: ({ id }) => navigate({ to: pages.event.href({ id }) }),
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
    </CreationForm>
  )
}
