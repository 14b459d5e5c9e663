import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import type { Image } from '#contract/images.ts'
import { newNews } from '#contract/news.ts'
import { pages } from '#contract/pages.ts'
import { ImageField } from '#client/forms/image-field.tsx'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { useCreation } from '#client/forms/use-creation.ts'
import { EventChoice } from './event-choice.tsx'
import { type ChosenEvent, sendNews } from './programme-admin.queries.ts'
import { texts } from './programme-admin.texts.ts'

const isThere = (value: unknown) => value !== null
const schema = z.extend(z.omit(newNews, { eventId: true, imageId: true }), {
  event: z.custom<ChosenEvent>(isThere, { error: messages.required }),
  image: z.custom<Image>(isThere, { error: messages.image }),
})

type Values = { title: string; summary: string; text: string; event: ChosenEvent | null; image: Image | null }

const empty: Values = { title: '', summary: '', text: '', event: null, image: null }

/** Publishes a news article (specification, section 2.17). */
export function CreateNewsPage() {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.createNews.href(), schema, initialValues: empty })
  const creation = useCreation({
    form,
    create: ({ event, image, ...article }) =>
      sendNews({ ...article, eventId: event?.id ?? 0, imageId: image?.id ?? 0 }),
    success: texts.newsCreated,
    failure: texts.newsNotCreated,
    onMade: ({ id }) => navigate({ to: pages.newsArticle.href({ id }) }),
  })
  return (
    <CreationForm
      {...creation}
      title={texts.createNews}
      lead={texts.newsLead}
      action={texts.createNews}
      cancelTo={pages.admin.href()}
    >
      <TextInput label={texts.title} required {...form.getInputProps('title')} />
      <Textarea label={texts.summary} rows={2} required {...form.getInputProps('summary')} />
      <Textarea label={texts.text} rows={10} required {...form.getInputProps('text')} />
      <EventChoice {...form.getInputProps('event')} />
      <ImageField label={texts.picture} required {...form.getInputProps('image')} />
    </CreationForm>
  )
}
