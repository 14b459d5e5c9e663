import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'
import { newEvent } from '#contract/events.ts'
import { notPublishing } from '#contract/publishing.ts'
import { eventType } from '#contract/fields.ts'
import type { Image } from '#contract/images.ts'
import { EVENT_TYPES, type EventType } from '#domain/shows/event-types.ts'
import { ImageField } from '#client/forms/image-field.tsx'
import { eventTypeNames } from '#client/names/event-type-names.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import type { AdminEvent } from './events.queries.ts'
import { texts } from './event.texts.ts'

const nothingIsMissing = z.transform((value: unknown) => (value === '' ? undefined : value))

/** Validates the form of an event. */
export const eventForm = z.extend(z.omit(newEvent, { imageId: true, ...notPublishing }), {
  type: z.pipe(nothingIsMissing, eventType),
})

export type EventValues = { title: string; type: EventType | ''; description: string; image: Image | null }

const typeChoices = [
  { value: '', label: texts.chooseType },
  ...EVENT_TYPES.map((value) => ({ value, label: eventTypeNames[value] })),
]

/** Returns the values of the form for an event, or empty ones for a new event. */
export function eventValuesOf(event?: AdminEvent): EventValues {
  const { title = '', type = '', description = '', imageId, imageName } = event ?? {}
  return { title, type, description, image: imageId && imageName ? { id: imageId, name: imageName } : null }
}

/** Converts valid form values to the body of the call. */
export function eventIn({ image, type, ...event }: EventValues) {
  return { ...event, type: type as EventType, ...(image && { imageId: image.id }) }
}

/** Shows the fields of an event. */
export function EventFields<Values extends EventValues>({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput label={texts.title} required {...form.getInputProps('title')} />
      <SelectField label={texts.type} data={typeChoices} required {...form.getInputProps('type')} />
      <Textarea label={texts.description} rows={4} required {...form.getInputProps('description')} />
      <ImageField label={texts.eventPicture} {...form.getInputProps('image')} />
    </>
  )
}
