import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import type { EventId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeleteRecord } from '#client/desk/delete-record.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { LazyPublication } from '#client/desk/lazy-publication.tsx'
import { type Reload, useEdit } from '#client/desk/use-edit.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { type AdminEvent, eventQuery, sendEventChange, sendEventPublication, useDeleteEvent } from './events.queries.ts'
import { texts } from './desk.texts.ts'
import { EventFields, eventForm, eventIn, eventValuesOf } from './event-fields.tsx'

/** Edits, copies or deletes an event. */
export function EditEventPage() {
  const id = useIdParam(pages.editEvent)
  return id === undefined ? <NotFoundPage /> : <KnownEvent id={id} />
}

function KnownEvent({ id }: { readonly id: EventId }) {
  const query = useQuery(eventQuery(id))
  const list = { to: pages.adminEvents.href(), title: pages.adminEvents.title }
  return (
    <DeskRecord record={{ kind: 'EVENT', id }} title={texts.editEvent} query={query} list={list}>
      {(event) => <EditEvent key={event.id} event={event} onReload={query.refetch} />}
    </DeskRecord>
  )
}

type Props = { readonly event: AdminEvent; readonly onReload: Reload<AdminEvent> }

function EditEvent({ event, onReload }: Props) {
  const navigate = useNavigate()
  const goToList = () => navigate({ to: pages.adminEvents.href() })
  const form = useKeptForm({
    path: pages.editEvent.href(event),
    schema: eventForm,
    initialValues: eventValuesOf(event),
  })
  const edit = useEdit({
    form,
    save: (values) => sendEventChange(event.id, { ...eventIn(values), version: event.version }),
    onReload,
    valuesOf: eventValuesOf,
    success: texts.eventSaved,
    failure: texts.eventNotSaved,
    onSaved: goToList,
  })
  const deletion = useDeleteEvent(event, goToList)
  return (
    <CreationForm
      {...edit}
      title={texts.editEvent}
      lead={texts.shows(event.shows)}
      action={texts.save}
      cancelTo={pages.adminEvents.href()}
      extra={
        <>
          <ButtonLink to={pages.createEvent.href()} search={{ copy: event.id }} variant="default" size="md">
            {texts.duplicate}
          </ButtonLink>
          {event.shows > 0 ? (
            <ButtonLink to={pages.adminShows.href()} search={{ eventId: event.id }} variant="default" size="md">
              {texts.showsOfEvent}
            </ButtonLink>
          ) : (
            <DeleteRecord
              label={texts.deleteEvent}
              question={texts.deleteEventQuestion}
              name={event.title}
              deletion={deletion}
            />
          )}
        </>
      }
      below={
        <LazyPublication
          key={event.version}
          record={event}
          preview={pages.event.href(event)}
          save={(choice) => sendEventPublication(event.id, { ...choice, version: event.version })}
          onSaved={onReload}
        />
      }
    >
      <EventFields form={form} />
    </CreationForm>
  )
}
