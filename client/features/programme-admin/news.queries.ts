import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  type changedNews,
  deleteNews,
  editNews,
  getAdminNews,
  listAdminNews,
  publishNews,
} from '#contract/admin-news.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { createNews, type newNews } from '#contract/news.ts'
import type { NewsId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useDeletion } from './use-deletion.ts'

export type AdminNews = ReplyOf<typeof getAdminNews>

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

/** Changes when visitors see a news article. */
export const sendNewsPublication = (id: NewsId, body: z.input<typeof publishNews.body>) =>
  call(publishNews, { params: { id }, body })

/** Deletes a news article. */
export const useDeleteNews = (article: AdminNews, onDeleted: () => unknown) =>
  useDeletion({
    deletion: () => call(deleteNews, { params: article }),
    name: article.title,
    list: 'admin-news-list',
    onDeleted,
  })

/** Publishes a news article. */
export const sendNews = (body: z.input<typeof newNews>) => call(createNews, { body })
