import { type RawBuilder, sql } from 'kysely'
import type { ProductPublicationState } from '#domain/product-states.ts'
import type { PublicationState } from '#domain/shows/publication.ts'
import { now } from './now.ts'

/** Requires that visitors see an event. */
export const isEventPublished = sql<boolean>`events.published_from <= ${now}`

/** Requires that visitors see a show: it is published, and its event is. The few other events are read once. */
export const isShowPublished = sql<boolean>`(event_shows.published_from <= ${now} and event_shows.event_id <> all (
  array(select id from events where published_from is null or published_from > ${now})))`

/** Requires that visitors see a news article. */
export const isNewsPublished = sql<boolean>`(not news.is_draft and news.published_at <= ${now})`

/** Requires that visitors see a product, and can buy it. Takes the table or its alias. */
export function isProductPublished(table: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.state`)} = 'ON_SALE' and ${sql.ref(`${table}.published_from`)} <= ${now})`
}

/** The state of a record that is published from a time, null for a draft. */
export function publicationStateOf(publishedFrom: RawBuilder<unknown>): RawBuilder<PublicationState> {
  return sql`case when ${publishedFrom} is null then 'DRAFT' when ${publishedFrom} > ${now} then 'SCHEDULED' else 'PUBLISHED' end`
}

/** The state of a product. Takes the table or its alias. */
export function productPublicationState(table: string): RawBuilder<ProductPublicationState> {
  return sql`case ${sql.ref(`${table}.state`)} when 'PENDING' then 'PENDING' when 'OFF_SALE' then 'OFF_SALE'
    else ${publicationStateOf(sql.ref(`${table}.published_from`))} end`
}

/** The state of a show, whose event hides it as long as it is not published itself. Needs both tables. */
export const showPublicationState = sql<PublicationState>`case
  when event_shows.published_from is null or events.published_from is null then 'DRAFT'
  when greatest(event_shows.published_from, events.published_from) > ${now} then 'SCHEDULED'
  when event_shows.sale_ends_at <= ${now} then 'OFF_SALE' else 'PUBLISHED' end`
