import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getNews, listNews, listOwnNews, markNewsRead, type newsSearch, NEWS_PER_PAGE } from '#contract/news.ts'
import type { NewsId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { asking } from '#client/calls/ask.ts'

export type NewsArticle = ReplyOf<typeof getNews>

/** Queries one page of matching news, newest first; for users with read marks. */
export const newsListQuery = (search: z.input<typeof newsSearch>, isOwn: boolean) =>
  queryOptions({
    queryKey: ['news', 'list', { search, isOwn }],
    ...asking(isOwn ? listOwnNews : listNews, { query: { ...search, pageSize: NEWS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })

export const newsArticleQuery = (id: NewsId) =>
  queryOptions({
    queryKey: ['news', id],
    ...asking(getNews, { params: { id } }),
  })

/** Marks an article as read. */
export const markReadMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: NewsId) => call(markNewsRead, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['news'], refetchType: 'none' }),
    meta: { isUnasked: true },
  })
