import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Paged, Paging } from '#contract/fields.ts'
import type { AdminNews, listAdminNews } from '#contract/admin-news.ts'
import type { News, NewsSearch, newNews } from '#contract/news.ts'
import type { EventId, ImageId, NewsId, UserId } from '#domain/ids.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { after, allOf, anyOf, before, contains, equals } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'
import { isEventPublished, isNewsPublished, publicationStateOf } from '#server/db/published.sql.ts'

/** The fields of an article as they are stored. */
export type NewsFields = Pick<z.output<typeof newNews>, 'title' | 'summary' | 'text'> & {
  eventId: EventId | null
  imageId: ImageId | null
}
type AdminSearch = z.output<typeof listAdminNews.query>

/** The reader of news. Only administrators see drafts, articles to come, and the events of such. */
type Viewer = { isAdmin: boolean } | undefined

/** A reader with an account, whose articles are marked as read. */
export type Reader = { userId: UserId; isAdmin: boolean }

function selectFromNews(db: Db | Tx, viewer?: Viewer) {
  return db
    .selectFrom('news')
    .leftJoin('events', (join) =>
      join.onRef('events.id', '=', 'news.event_id').on(viewer?.isAdmin ? sql<boolean>`true` : isEventPublished),
    )
    .leftJoin('images', 'images.id', 'news.image_id')
    .select([
      'news.id',
      'news.title',
      'news.summary',
      'news.text',
      'news.published_at as published',
      'images.name as imageName',
      'events.id as eventId',
      'events.title as eventTitle',
      'events.type as eventType',
    ])
}

type NewsRow = Awaited<ReturnType<ReturnType<typeof selectFromNews>['executeTakeFirstOrThrow']>>

/** Maps a row to an article of the contract. */
function newsOf<Row extends NewsRow>(row: Row): Row & Pick<News, 'event'> {
  const { eventId, eventTitle } = row
  return { ...row, event: eventId === null || eventTitle === null ? null : { id: eventId, title: eventTitle } }
}

function matches(search: NewsSearch, readMark?: RawBuilder<boolean>) {
  return allOf([
    anyOf([
      contains('news.title', search.content),
      contains('news.summary', search.content),
      contains('news.text', search.content),
    ]),
    contains('events.title', search.eventTitle),
    equals('events.type', search.eventType),
    after('news.published_at', search.from),
    before('news.published_at', search.to),
    readMark && search.read !== undefined ? sql<boolean>`${readMark} = ${search.read}` : undefined,
  ])
}

/** Lists the news that match all given filters, newest first. */
export async function selectNews(db: Db, search: NewsSearch, remember: Remember): Promise<Paged<News>> {
  const found = selectFromNews(db)
    .where(isNewsPublished)
    .where(matches(search))
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
  const { total, elements } = await pageOf(found, search, remember)
  return { total, elements: elements.map(newsOf) }
}

/** Lists news with the user's read marks, and filters by them if requested. */
export async function selectNewsOfUser(db: Db, userId: UserId, search: NewsSearch): Promise<Paged<News>> {
  const isRead = sql<boolean>`exists (
    select from news_reads where news_reads.news_id = news.id and news_reads.user_id = ${userId})`
  const found = selectFromNews(db)
    .select(isRead.as('read'))
    .where(isNewsPublished)
    .where(matches(search, isRead))
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
  const { total, elements } = await pageOf(found, search)
  return { total, elements: elements.map(newsOf) }
}

/** Reads an article. Undefined for an unknown one, and for visitors for one that is not published. */
export async function selectArticle(db: Db | Tx, newsId: NewsId, viewer?: Viewer): Promise<News | undefined> {
  const row = await selectFromNews(db, viewer)
    .where('news.id', '=', newsId)
    .where(viewer?.isAdmin ? sql<boolean>`true` : isNewsPublished)
    .executeTakeFirst()
  return row && newsOf(row)
}

/** Inserts a read mark unless it exists. Returns false for an article that the reader cannot open. */
export async function insertNewsRead(db: Db, { userId, isAdmin }: Reader, newsId: NewsId): Promise<boolean> {
  const { rows } = await sql`
    with article as (select id from news where id = ${newsId} and (${isAdmin} or ${isNewsPublished})),
      mark as (
        insert into news_reads (user_id, news_id) select ${userId}::int, id from article on conflict do nothing)
    select id from article`.execute(db)
  return rows.length > 0
}

export async function insertNews(tx: Tx, article: NewsFields & { publishedFrom: Date | null }): Promise<NewsId> {
  const row = { ...rowOf(article), ...publicationRow(article.publishedFrom) }
  const { id } = await tx.insertInto('news').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

const publishedFrom = sql<Date | null>`case when not news.is_draft then news.published_at end`
const publication = publicationStateOf(publishedFrom)

function selectAllNews(db: Db | Tx) {
  return selectFromNews(db, { isAdmin: true }).select([
    'news.image_id as imageId',
    publishedFrom.as('publishedFrom'),
    publication.as('publication'),
    'news.version',
  ])
}

/** Lists the articles whose texts contain the given one, drafts first, then the newest. */
export async function selectAdminNews(db: Db, search: AdminSearch): Promise<Paged<AdminNews>> {
  const { total, elements } = await pageOf(findAdminNews(db, search), search)
  return { total, elements: elements.map(newsOf) }
}

/** Finds the articles of that list. */
export function findAdminNews(db: Db | Tx, { content, publication: wanted }: Omit<AdminSearch, keyof Paging>) {
  return selectAllNews(db)
    .where(matches({ pageIndex: 0, pageSize: 1, content }))
    .where(wanted ? sql<boolean>`${publication} = ${wanted}` : sql<boolean>`true`)
    .orderBy('news.is_draft', 'desc')
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
}

export async function selectAdminArticle(db: Db | Tx, newsId: NewsId): Promise<AdminNews | undefined> {
  const row = await selectAllNews(db).where('news.id', '=', newsId).executeTakeFirst()
  return row && newsOf(row)
}

/** Locks an article before an edit or its deletion. Undefined for an unknown article. */
export function lockNews(tx: Tx, newsId: NewsId) {
  return tx
    .selectFrom('news')
    .select([
      'title',
      'summary',
      'text',
      'event_id as eventId',
      'image_id as imageId',
      publishedFrom.as('publishedFrom'),
      'version',
    ])
    .where('id', '=', newsId)
    .forUpdate()
    .executeTakeFirst()
}

/** Replaces the fields of a locked article and raises the version. */
export async function updateNews(tx: Tx, newsId: NewsId, article: NewsFields): Promise<void> {
  await tx
    .updateTable('news')
    .set({ ...rowOf(article), version: sql<number>`version + 1` })
    .where('id', '=', newsId)
    .execute()
}

/** Changes when visitors see a locked article, and raises the version. */
export async function updateNewsPublication(tx: Tx, newsId: NewsId, from: Date | null): Promise<void> {
  await tx
    .updateTable('news')
    .set({ ...publicationRow(from), version: sql<number>`version + 1` })
    .where('id', '=', newsId)
    .execute()
}

/** Deletes an article and its read marks. */
export async function deleteNewsRow(tx: Tx, newsId: NewsId): Promise<void> {
  await tx.deleteFrom('news').where('id', '=', newsId).execute()
}

/** Returns the columns of a publication. A draft keeps its former time. */
function publicationRow(publishedFrom: Date | null) {
  return { is_draft: publishedFrom === null, ...(publishedFrom && { published_at: publishedFrom }) }
}

function rowOf({ title, summary, text, eventId, imageId }: NewsFields) {
  return { title, summary, text, event_id: eventId, image_id: imageId }
}
