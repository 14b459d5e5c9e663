import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Image } from '#contract/images.ts'
import { ImageField } from '#client/forms/image-field.tsx'
import type { ChosenEvent } from './event-choice.queries.ts'
import type { AdminNews } from './news.queries.ts'
import type { EventChoiceProps } from './event-choice.tsx'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { texts } from './news.texts.ts'

// The table of events is heavier than the other fields together. The page appears when it is there, so that the fields
// and the button below do not move.
const EventChoice = lazyPart<EventChoiceProps>(async () => (await import('./event-choice.tsx')).EventChoice)

export type NewsValues = {
  title: string
  summary: string
  text: string
  event: ChosenEvent | null
  image: Image | null
}

/** Returns the values of the form for an article, or empty ones for a new article. */
export function newsValuesOf(article?: AdminNews): NewsValues {
  const { title = '', summary = '', text = '', eventId, eventTitle, eventType, imageId, imageName } = article ?? {}
  return {
    title,
    summary,
    text,
    event: eventId && eventTitle && eventType ? { id: eventId, title: eventTitle, type: eventType } : null,
    image: imageId && imageName ? { id: imageId, name: imageName } : null,
  }
}

/** Converts form values to the body of the call. */
export function newsIn({ event, image, ...article }: NewsValues) {
  return { ...article, eventId: event?.id ?? 0, imageId: image?.id ?? 0 }
}

type Props<Values extends NewsValues> = {
  readonly form: UseFormReturnType<Values>
  /** Whether the article needs an event and a picture. */
  readonly isNew?: boolean
}

/** Shows the fields of a news article. */
export function NewsFields<Values extends NewsValues>({ form, isNew = false }: Props<Values>) {
  return (
    <>
      <TextInput label={texts.title} required {...form.getInputProps('title')} />
      <Textarea label={texts.summary} rows={2} required {...form.getInputProps('summary')} />
      <Textarea label={texts.text} rows={10} required {...form.getInputProps('text')} />
      <EventChoice isRequired={isNew} {...form.getInputProps('event')} />
      <ImageField label={texts.picture} required={isNew} {...form.getInputProps('image')} />
    </>
  )
}
