import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Paged } from '#contract/fields.ts'
import type { News, NewsSearch, newNews } from '#contract/news.ts'
import type { EventId, ImageId, NewsId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { after, allOf, anyOf, before, contains, equals } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

type Texts = Pick<z.output<typeof newNews>, 'title' | 'summary' | 'text'>

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

export async function insertNews(
  tx: Tx,
  article: Texts & { eventId: EventId | null; imageId: ImageId | null },
): Promise<NewsId> {
  const { id } = await tx
    .insertInto('news')
    .values({
      title: article.title,
      summary: article.summary,
      text: article.text,
      event_id: article.eventId,
      image_id: article.imageId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
