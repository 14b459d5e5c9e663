import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { newEvent } from '#contract/events.ts'
import { eventType } from '#contract/fields.ts'
import type { Image } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'
import { eventTypeNames } from '#client/names/event-type-names.ts'
import { ImageField } from '#client/forms/image-field.tsx'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { useCreation } from '#client/forms/use-creation.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { sendEvent } from './programme-admin.queries.ts'
import { texts } from './programme-admin.texts.ts'

const nothingIsMissing = z.transform((value: unknown) => (value === '' ? undefined : value))
const schema = z.extend(z.omit(newEvent, { imageId: true }), { type: z.pipe(nothingIsMissing, eventType) })

const typeChoices = [
  { value: '', label: texts.chooseType },
  ...EVENT_TYPES.map((value) => ({ value, label: eventTypeNames[value] })),
]

type Values = { title: string; type: EventType | ''; description: string; image: Image | null }

const empty: Values = { title: '', type: '', description: '', image: null }

/** Creates an event (specification, section 2.17). */
export function CreateEventPage() {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.createEvent.href(), schema, initialValues: empty })
  const creation = useCreation({
    form,
    create: ({ image, type, ...event }) =>
      sendEvent({ ...event, type: type as EventType, ...(image && { imageId: image.id }) }),
    success: texts.eventCreated,
    failure: texts.eventNotCreated,
    onMade: ({ id }) => navigate({ to: pages.event.href({ id }) }),
  })
  return (
    <CreationForm
      {...creation}
      title={texts.createEvent}
      lead={texts.eventLead}
      action={texts.createEvent}
      cancelTo={pages.admin.href()}
    >
      <TextInput label={texts.title} required {...form.getInputProps('title')} />
      <SelectField label={texts.type} data={typeChoices} required {...form.getInputProps('type')} />
      <Textarea label={texts.description} rows={4} required {...form.getInputProps('description')} />
      <ImageField label={texts.eventPicture} {...form.getInputProps('image')} />
    </CreationForm>
  )
}
