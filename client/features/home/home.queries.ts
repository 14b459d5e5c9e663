import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listTopEvents } from '#contract/events.ts'
import { listNews, listOwnNews } from '#contract/news.ts'
import type { EventType } from '#domain/event-types.ts'
import { call, type ReplyOf } from '#client/api.ts'

export type NewsArticle = ReplyOf<typeof listNews>['elements'][number]
export type TopEvent = ReplyOf<typeof listTopEvents>['elements'][number]

export const NEWS_PER_PAGE = 3
export const MAX_NEWS_PAGES = 7

/** A page of the latest news: for visitors all of it, for customers what they have not read. */
export const latestNewsQuery = (pageIndex: number, isOwn: boolean) =>
  queryOptions({
    queryKey: ['news', 'latest', { pageIndex, isOwn }],
    queryFn: ({ signal }) => {
      const query = { pageIndex, pageSize: NEWS_PER_PAGE }
      return isOwn ? call(listOwnNews, { query: { ...query, read: false }, signal }) : call(listNews, { query, signal })
    },
  })

/** The ten events that sold best in the last thirty days. */
export const topEventsQuery = (type: EventType | undefined) =>
  queryOptions({
    queryKey: ['events', 'top', type],
    queryFn: ({ signal }) => call(listTopEvents, { query: { type }, signal }),
    placeholderData: keepPreviousData,
  })
