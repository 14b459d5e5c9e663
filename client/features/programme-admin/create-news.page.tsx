import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import type { Image } from '#contract/images.ts'
import { newNews } from '#contract/news.ts'
import { pages } from '#contract/pages.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { useCreation } from '#client/forms/use-creation.ts'
import { NewsFields, newsIn, newsValuesOf } from './news-fields.tsx'
import { type ChosenEvent, sendNews } from './programme-admin.queries.ts'
import { texts } from './programme-admin.texts.ts'

const isThere = (value: unknown) => value !== null
const schema = z.extend(z.omit(newNews, { eventId: true, imageId: true }), {
  event: z.custom<ChosenEvent>(isThere, { error: messages.required }),
  image: z.custom<Image>(isThere, { error: messages.image }),
})

/** Publishes a news article (specification, section 2.17). */
export function CreateNewsPage() {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.createNews.href(), schema, initialValues: newsValuesOf() })
  const creation = useCreation({
    form,
    create: (values) => sendNews(newsIn(values)),
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
      <NewsFields form={form} isNew />
    </CreationForm>
  )
}
