import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { newLocation } from '#contract/admin-locations.ts'
import { pages } from '#contract/pages.ts'
import type { LocationId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeleteRecord } from '#client/desk/delete-record.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { UsedBy } from '#client/desk/used-by.tsx'
import { saveAfterQuestion } from '#client/desk/save-after-question.tsx'
import { type Reload, useEdit } from '#client/desk/use-edit.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { LocationFields, locationIn, valuesOf } from './location-fields.tsx'
import { type Location, locationQuery, sendLocationChange, useDeleteLocation } from './locations-admin.queries.ts'
import { texts } from './locations-admin.texts.ts'

const LocationGates = lazyPart<{ locationId: LocationId }>(
  async () => (await import('./location-gates.tsx')).LocationGates,
)

/** Edits or deletes a location. */
export function EditLocationPage() {
  const id = useIdParam(pages.editLocation)
  return id === undefined ? <NotFoundPage /> : <KnownLocation id={id} />
}

function KnownLocation({ id }: { readonly id: LocationId }) {
  const query = useQuery(locationQuery(id))
  const list = { to: pages.locations.href(), title: pages.locations.title }
  return (
    <DeskRecord record={{ kind: 'LOCATION', id }} title={texts.edit} query={query} list={list}>
      {(location) => <EditLocation key={location.id} location={location} onReload={query.refetch} />}
    </DeskRecord>
  )
}

function EditLocation({ location, onReload }: { readonly location: Location; readonly onReload: Reload<Location> }) {
  const navigate = useNavigate()
  const goToList = () => navigate({ to: pages.locations.href() })
  const form = useKeptForm({
    path: pages.editLocation.href(location),
    schema: newLocation,
    initialValues: valuesOf(location),
  })
  const edit = useEdit({
    form,
    save: (values) =>
      saveAfterQuestion((confirmation) =>
        sendLocationChange(location.id, { ...locationIn(values), ...confirmation, version: location.version }),
      ),
    onReload,
    valuesOf: valuesOf,
    success: texts.saved,
    failure: texts.notSaved,
    onSaved: goToList,
  })
  const deletion = useDeleteLocation(location, goToList)
  return (
    <CreationForm
      {...edit}
      title={texts.edit}
      lead={texts.use(location)}
      action={texts.save}
      cancelTo={pages.locations.href()}
      extra={
        location.shows + location.plans === 0 && (
          <DeleteRecord label={texts.delete} question={texts.deleteQuestion} name={location.name} deletion={deletion} />
        )
      }
      below={
        <>
          <Suspense>
            <LocationGates locationId={location.id} />
          </Suspense>
          <UsedBy
            what="location"
            shows={location.shows}
            showsOf={{ locationId: location.id }}
            plans={location.plans}
            plansOf={location.id}
          />
        </>
      }
    >
      <LocationFields form={form} />
    </CreationForm>
  )
}
