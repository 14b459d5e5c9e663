import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { newNews } from '#contract/news.ts'
import { notPublishing } from '#contract/publishing.ts'
import { pages } from '#contract/pages.ts'
import type { NewsId } from '#domain/ids.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeleteRecord } from '#client/desk/delete-record.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { LazyPublication } from '#client/desk/lazy-publication.tsx'
import { type Reload, useEdit } from '#client/desk/use-edit.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { type AdminNews, newsQuery, sendNewsChange, sendNewsPublication, useDeleteNews } from './news.queries.ts'
import { texts } from './desk.texts.ts'
import { NewsFields, newsIn, newsValuesOf } from './news-fields.tsx'

const schema = z.omit(newNews, { eventId: true, imageId: true, ...notPublishing })

/** Edits or deletes a news article. */
export function EditNewsPage() {
  const id = useIdParam(pages.editNews)
  return id === undefined ? <NotFoundPage /> : <KnownNews id={id} />
}

function KnownNews({ id }: { readonly id: NewsId }) {
  const query = useQuery(newsQuery(id))
  const list = { to: pages.adminNews.href(), title: pages.adminNews.title }
  return (
    <DeskRecord record={{ kind: 'NEWS', id }} title={texts.editNews} query={query} list={list}>
      {(article) => <EditNews key={article.id} article={article} onReload={query.refetch} />}
    </DeskRecord>
  )
}

type Props = { readonly article: AdminNews; readonly onReload: Reload<AdminNews> }

function EditNews({ article, onReload }: Props) {
  const navigate = useNavigate()
  const goToList = () => navigate({ to: pages.adminNews.href() })
  const form = useKeptForm({ path: pages.editNews.href(article), schema, initialValues: newsValuesOf(article) })
  const edit = useEdit({
    form,
    save: (values) => sendNewsChange(article.id, { ...newsIn(values), version: article.version }),
    onReload,
    valuesOf: newsValuesOf,
    success: texts.newsSaved,
    failure: texts.newsNotSaved,
    onSaved: goToList,
  })
  const deletion = useDeleteNews(article, goToList)
  return (
    <CreationForm
      {...edit}
      title={texts.editNews}
      action={texts.save}
      cancelTo={pages.adminNews.href()}
      extra={
        <>
          <ButtonLink to={pages.createNews.href()} search={{ copy: article.id }} variant="default" size="md">
            {texts.duplicate}
          </ButtonLink>
          <DeleteRecord
            label={texts.deleteNews}
            question={texts.deleteNewsQuestion}
            name={article.title}
            deletion={deletion}
          />
        </>
      }
      below={
        <LazyPublication
          key={article.version}
          record={article}
          preview={pages.newsArticle.href(article)}
          save={(choice) => sendNewsPublication(article.id, { ...choice, version: article.version })}
          onSaved={onReload}
        />
      }
    >
      <NewsFields form={form} />
    </CreationForm>
  )
}
