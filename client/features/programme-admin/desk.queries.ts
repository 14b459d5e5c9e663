import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type changedEvent, deleteEvent, editEvent, getAdminEvent, listAdminEvents } from '#contract/events.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { type changedNews, deleteNews, editNews, getAdminNews, listAdminNews } from '#contract/news.ts'
import { type changedShow, deleteShow, editShow, getAdminShow, listAdminShows } from '#contract/shows.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { EventId, NewsId, ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './desk.texts.ts'

export type AdminEvent = ReplyOf<typeof getAdminEvent>
export type AdminNews = ReplyOf<typeof getAdminNews>
export type AdminShow = ReplyOf<typeof getAdminShow>

/** Queries one page of events. */
export const eventsQuery = (query: z.input<typeof listAdminEvents.query>) =>
  queryOptions({
    queryKey: ['admin-events', query],
    queryFn: ({ signal }) => call(listAdminEvents, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries an event for editing. */
export const eventQuery = (id: EventId) =>
  queryOptions({
    queryKey: ['admin-event', id],
    queryFn: ({ signal }) => call(getAdminEvent, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Replaces the fields of an event. */
export const sendEventChange = (id: EventId, body: z.input<typeof changedEvent>) =>
  call(editEvent, { params: { id }, body })

/** Deletes an event without shows. */
export const useDeleteEvent = (event: AdminEvent, onDeleted: () => unknown) =>
  useDeletion({
    deletion: () => call(deleteEvent, { params: event }),
    name: event.title,
    list: 'admin-events',
    onDeleted,
  })

/** Queries one page of news articles. */
export const newsListQuery = (query: z.input<typeof listAdminNews.query>) =>
  queryOptions({
    queryKey: ['admin-news-list', query],
    queryFn: ({ signal }) => call(listAdminNews, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries a news article for editing. */
export const newsQuery = (id: NewsId) =>
  queryOptions({
    queryKey: ['admin-news', id],
    queryFn: ({ signal }) => call(getAdminNews, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Replaces the fields of a news article. */
export const sendNewsChange = (id: NewsId, body: z.input<typeof changedNews>) =>
  call(editNews, { params: { id }, body })

/** Deletes a news article. */
export const useDeleteNews = (article: AdminNews, onDeleted: () => unknown) =>
  useDeletion({
    deletion: () => call(deleteNews, { params: article }),
    name: article.title,
    list: 'admin-news-list',
    onDeleted,
  })

/** Queries one page of shows. */
export const showsQuery = (query: z.input<typeof listAdminShows.query>) =>
  queryOptions({
    queryKey: ['admin-shows', query],
    queryFn: ({ signal }) => call(listAdminShows, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries a show for editing. */
export const showQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['admin-show', id],
    queryFn: ({ signal }) => call(getAdminShow, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Replaces the fields of a show. */
export const sendShowChange = (id: ShowId, body: z.input<typeof changedShow>) =>
  call(editShow, { params: { id }, body })

/** Deletes a show that never sold. */
export const useDeleteShow = (show: AdminShow, onDeleted: () => unknown) =>
  useDeletion({
    deletion: () => call(deleteShow, { params: show }),
    name: show.name,
    list: 'admin-shows',
    onDeleted,
  })

type Deletion = {
  readonly deletion: () => Promise<unknown>
  readonly name: string
  /** The first part of the key of the list's queries. */
  readonly list: string
  readonly onDeleted: () => unknown
}

function useDeletion({ deletion, name, list, onDeleted }: Deletion) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: deletion,
    onSuccess: () => {
      toastSuccess(texts.deleted(name))
      void onDeleted()
      return queryClient.invalidateQueries({ queryKey: [list] })
    },
  })
}
