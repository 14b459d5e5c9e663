import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listTopEvents } from '#contract/events.ts'
import { listProgramme } from '#contract/shows.ts'
import { LATEST_NEWS_PER_PAGE, listNews, listOwnNews } from '#contract/news.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import { asking } from '#client/calls/ask.ts'

export type NewsArticle = ReplyOf<typeof listNews>['elements'][number]
export type TopEvent = ReplyOf<typeof listTopEvents>['elements'][number]

export type ProgrammePart = ReplyOf<typeof listProgramme>['elements'][number]

export const MAX_NEWS_PAGES = 7

/** Queries one page of the latest news: for customers unread news only. */
export const latestNewsQuery = (pageIndex: number, isOwn: boolean) =>
  queryOptions({
    queryKey: ['news', 'latest', { pageIndex, isOwn }],
    ...(isOwn
      ? asking(listOwnNews, { query: { pageIndex, pageSize: LATEST_NEWS_PER_PAGE, read: false } })
      : asking(listNews, { query: { pageIndex, pageSize: LATEST_NEWS_PER_PAGE } })),
  })

/** Queries shows of tonight, of the weekend, and after. */
export const programmeQuery = () =>
  queryOptions({ queryKey: ['programme'], ...asking(listProgramme, {}, { isForEveryone: true }) })

/** Queries the ten top sellers of the last 30 days. */
export const topEventsQuery = (type: EventType | undefined) =>
  queryOptions({
    queryKey: ['events', 'top', type],
    ...asking(listTopEvents, { query: { type } }),
    placeholderData: keepPreviousData,
  })
