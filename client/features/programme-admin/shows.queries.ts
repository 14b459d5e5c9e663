import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  type changedShow,
  checkShows,
  createShows,
  deleteShow,
  editShow,
  getAdminShow,
  publishShow,
} from '#contract/admin-shows.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { createShow, type newShow } from '#contract/shows.ts'
import type { ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useDeletion } from './use-deletion.ts'

export type AdminShow = ReplyOf<typeof getAdminShow>

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

/** Changes when visitors see a show, and until when it is sold. */
export const sendShowPublication = (id: ShowId, body: z.input<typeof publishShow.body>) =>
  call(publishShow, { params: { id }, body })

/** Deletes a show that never sold. */
export const useDeleteShow = (show: AdminShow, onDeleted: () => unknown) =>
  useDeletion({
    deletion: () => call(deleteShow, { params: show }),
    name: show.name,
    list: 'admin-shows',
    onDeleted,
  })

/** Finds what is odd about shows before they are created or changed. */
export const findOddShows = async (body: z.input<typeof checkShows.body>) => (await call(checkShows, { body })).elements

/** Creates a show. A repetition with the same key creates nothing. */
export const sendShow = (body: z.input<typeof newShow>, idempotencyKey: string) =>
  call(createShow, { body, idempotencyKey })

/** Creates a series of shows. A repetition with the same key creates nothing. */
export const sendShows = (body: z.input<typeof createShows.body>, idempotencyKey: string) =>
  call(createShows, { body, idempotencyKey })
