import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  type changedArtist,
  createArtist,
  deleteArtist,
  editArtist,
  getAdminArtist,
  listAdminArtists,
  type newArtist,
} from '#contract/admin-artists.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { artistName } from '#domain/artist-name.ts'
import type { ArtistId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './artists-admin.texts.ts'

export type Artist = ReplyOf<typeof getAdminArtist>

/** Queries one page of artists. */
export const artistsQuery = (query: z.input<typeof listAdminArtists.query>) =>
  queryOptions({
    queryKey: ['admin-artists', query],
    queryFn: ({ signal }) => call(listAdminArtists, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries an artist for editing. */
export const artistQuery = (id: ArtistId) =>
  queryOptions({
    queryKey: ['admin-artist', id],
    queryFn: ({ signal }) => call(getAdminArtist, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Creates an artist. */
export const sendArtist = (body: z.input<typeof newArtist>) => call(createArtist, { body })

/** Replaces the fields of an artist. */
export const sendArtistChange = (id: ArtistId, body: z.input<typeof changedArtist>) =>
  call(editArtist, { params: { id }, body })

/** Deletes an artist without shows. */
export function useDeleteArtist(artist: Artist, onDeleted: () => unknown) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: () => call(deleteArtist, { params: artist }),
    onSuccess: () => {
      toastSuccess(texts.deleted(artistName(artist)))
      void onDeleted()
      return queryClient.invalidateQueries({ queryKey: ['admin-artists'] })
    },
    // Loads the uses because of which it was refused.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['admin-artist', artist.id] }),
  })
}
