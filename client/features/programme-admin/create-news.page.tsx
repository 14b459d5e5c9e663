import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import type { Image } from '#contract/images.ts'
import { newNews } from '#contract/news.ts'
import { notPublishing } from '#contract/publishing.ts'
import { pages } from '#contract/pages.ts'
import type { NewsId } from '#domain/ids.ts'
import { Desk } from '#client/desk/desk.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { publishAtOnce, publishFields, splitPublishing, timeOfPublishing } from '#client/desk/publish-choice.ts'
import { PublishFields } from '#client/desk/publish-fields.tsx'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { useCreation } from '#client/forms/use-creation.ts'
import type { ChosenEvent } from './event-choice.queries.ts'
import { type AdminNews, newsQuery, sendNews } from './news.queries.ts'
import { NewsFields, newsIn, newsValuesOf } from './news-fields.tsx'
import { texts } from './news.texts.ts'

const isThere = (value: unknown) => value !== null
const schema = z
  .extend(z.omit(newNews, { eventId: true, imageId: true, ...notPublishing }), {
    ...publishFields,
    event: z.custom<ChosenEvent>(isThere, { error: messages.required }),
    image: z.custom<Image>(isThere, { error: messages.image }),
  })
  .check(timeOfPublishing)

/** Creates a news article (specification, section 2.17), or a copy of the one that the address names. */
export function CreateNewsPage() {
  const { copy }: { copy?: unknown } = useSearch({ strict: false })
  const id = pages.editNews.readId(String(copy ?? ''))
  if (id !== undefined) return <CopyNews id={id} />
  return (
    <Desk>
      <CreateNews />
    </Desk>
  )
}

function CopyNews({ id }: { readonly id: NewsId }) {
  const query = useQuery(newsQuery(id))
  const list = { to: pages.adminNews.href(), title: pages.adminNews.title }
  return (
    <DeskRecord title={texts.createNews} query={query} list={list}>
      {(article) => <CreateNews key={article.id} original={article} />}
    </DeskRecord>
  )
}

function CreateNews({ original }: { readonly original?: AdminNews }) {
  const navigate = useNavigate()
  const form = useKeptForm({
    path: pages.createNews.href(),
    source: original && `copy=${original.id}`,
    schema,
    initialValues: { ...newsValuesOf(original), ...publishAtOnce },
  })
  const creation = useCreation({
    form,
    create: (values) => {
      const { publishing, others } = splitPublishing(values)
      return sendNews({ ...newsIn(others), ...publishing })
    },
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
      <PublishFields form={form} />
    </CreationForm>
  )
}
