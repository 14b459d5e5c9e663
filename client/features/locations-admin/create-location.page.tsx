import { useNavigate } from '@tanstack/react-router'
import { newLocation } from '#contract/admin-locations.ts'
import { pages } from '#contract/pages.ts'
import { Desk } from '#client/desk/desk.tsx'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { LocationFields, locationIn, valuesOf } from './location-fields.tsx'
import { sendLocation } from './locations-admin.queries.ts'
import { texts } from './locations-admin.texts.ts'

/** Creates a location. */
export function CreateLocationPage() {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.createLocation.href(), schema: newLocation, initialValues: valuesOf() })
  const creation = useCreation({
    form,
    create: (values) => sendLocation(locationIn(values)),
    success: texts.created,
    failure: texts.notCreated,
    onMade: () => navigate({ to: pages.locations.href() }),
  })
  return (
    <Desk>
      <CreationForm
        {...creation}
        title={pages.createLocation.title}
        lead={texts.createLead}
        action={pages.createLocation.title}
        cancelTo={pages.locations.href()}
      >
        <LocationFields form={form} />
      </CreationForm>
    </Desk>
  )
}
