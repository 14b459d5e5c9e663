import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getPostings } from '#contract/accounting.ts'
import { getFigures, getShowFigures } from '#contract/figures.ts'
import type { ShowId } from '#domain/ids.ts'
import { call, download } from '#client/api.ts'
import type { DownloadProgress } from '#client/desk/export.queries.ts'

export type Figures = ReplyOf<typeof getFigures>
export type ShowFigures = ReplyOf<typeof getShowFigures>
export type PeriodChoice = z.input<typeof getFigures.query>

/** Queries the figures of a period. */
export const figuresQuery = (query: PeriodChoice) =>
  queryOptions({
    queryKey: ['figures', query],
    queryFn: ({ signal }) => call(getFigures, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  })

/** Queries the figures of a show. */
export const showFiguresQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['show-figures', id],
    queryFn: ({ signal }) => call(getShowFigures, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Downloads the postings of a month, such as `2026-11`, for DATEV. */
export const downloadPostings = (month: string, progress: DownloadProgress): Promise<Blob> =>
  download(getPostings, { query: { month } }, progress)
