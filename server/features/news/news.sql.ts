import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Paged } from '#contract/fields.ts'
import type { AdminNews, listAdminNews, News, NewsSearch, newNews } from '#contract/news.ts'
import type { EventId, ImageId, NewsId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { after, allOf, anyOf, before, contains, equals } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

/** The fields of an article as they are stored. */
export type NewsFields = Pick<z.output<typeof newNews>, 'title' | 'summary' | 'text'> & {
  eventId: EventId | null
  imageId: ImageId | null
}
type AdminSearch = z.output<typeof listAdminNews.query>

function selectFromNews(db: Db | Tx) {
  return db
    .selectFrom('news')
    .leftJoin('events', 'events.id', 'news.event_id')
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
export async function selectNews(db: Db, search: NewsSearch): Promise<Paged<News>> {
  const found = selectFromNews(db)
    .where(matches(search))
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
  const { total, elements } = await pageOf(found, search)
  return { total, elements: elements.map(newsOf) }
}

/** Lists news with the user's read marks, and filters by them if requested. */
export async function selectNewsOfUser(db: Db, userId: UserId, search: NewsSearch): Promise<Paged<News>> {
  const isRead = sql<boolean>`exists (
    select from news_reads where news_reads.news_id = news.id and news_reads.user_id = ${userId})`
  const found = selectFromNews(db)
    .select(isRead.as('read'))
    .where(matches(search, isRead))
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
  const { total, elements } = await pageOf(found, search)
  return { total, elements: elements.map(newsOf) }
}

export async function selectArticle(db: Db | Tx, newsId: NewsId): Promise<News | undefined> {
  const row = await selectFromNews(db).where('news.id', '=', newsId).executeTakeFirst()
  return row && newsOf(row)
}

/** Inserts a read mark unless it exists. Returns false for an unknown article. */
export async function insertNewsRead(db: Db, userId: UserId, newsId: NewsId): Promise<boolean> {
  const { rows } = await sql`
    with article as (select id from news where id = ${newsId}),
      mark as (
        insert into news_reads (user_id, news_id) select ${userId}::int, id from article on conflict do nothing)
    select id from article`.execute(db)
  return rows.length > 0
}

export async function insertNews(tx: Tx, article: NewsFields): Promise<NewsId> {
  const { id } = await tx.insertInto('news').values(rowOf(article)).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Lists the articles whose texts contain the given one, newest first. */
export async function selectAdminNews(db: Db, { content, ...page }: AdminSearch): Promise<Paged<AdminNews>> {
  const found = selectFromNews(db)
    .select(['news.image_id as imageId', 'news.version'])
    .where(matches({ ...page, content }))
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
  const { total, elements } = await pageOf(found, page)
  return { total, elements: elements.map(newsOf) }
}

export async function selectAdminArticle(db: Db | Tx, newsId: NewsId): Promise<AdminNews | undefined> {
  const found = selectFromNews(db).select(['news.image_id as imageId', 'news.version'])
  const row = await found.where('news.id', '=', newsId).executeTakeFirst()
  return row && newsOf(row)
}

/** Locks an article before an edit or its deletion. Undefined for an unknown article. */
export function lockNews(tx: Tx, newsId: NewsId) {
  return tx
    .selectFrom('news')
    .select(['title', 'summary', 'text', 'event_id as eventId', 'image_id as imageId', 'version'])
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

/** Deletes an article and its read marks. */
export async function deleteNewsRow(tx: Tx, newsId: NewsId): Promise<void> {
  await tx.deleteFrom('news').where('id', '=', newsId).execute()
}

function rowOf({ title, summary, text, eventId, imageId }: NewsFields) {
  return { title, summary, text, event_id: eventId, image_id: imageId }
}
