import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getNews, listNews, listOwnNews, markNewsRead, type newsSearch } from '#contract/news.ts'
import type { NewsId } from '#domain/ids.ts'
import { call, type ReplyOf } from '#client/api.ts'

export type NewsArticle = ReplyOf<typeof getNews>

export const PAGE_SIZE = 15

/** A page of the news that match, newest first; one's own with what one has read. */
export const newsListQuery = (search: z.input<typeof newsSearch>, isOwn: boolean) =>
  queryOptions({
    queryKey: ['news', 'list', { search, isOwn }],
    queryFn: ({ signal }) => {
      const query = { ...search, pageSize: PAGE_SIZE }
      return isOwn ? call(listOwnNews, { query, signal }) : call(listNews, { query, signal })
    },
    placeholderData: keepPreviousData,
  })

export const newsArticleQuery = (id: NewsId) =>
  queryOptions({
    queryKey: ['news', id],
    queryFn: ({ signal }) => call(getNews, { params: { id }, signal }),
  })

/** Marks an article as read. Nobody asked for it, so nobody is told when it fails. */
export const markReadMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: NewsId) => call(markNewsRead, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['news'], refetchType: 'none' }),
    meta: { showsError: true },
  })
