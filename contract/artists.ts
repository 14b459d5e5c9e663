import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { listOf, nothing, optionalText, paging } from './fields.ts'
import { artistId, artistIdText } from './ids.ts'

export const artist = z.object({ id: artistId, firstName: z.string(), lastName: z.string(), stageName: z.string() })
export type Artist = z.input<typeof artist>

export const artistSearch = z.object({
  ...paging,
  firstName: z.optional(optionalText()),
  lastName: z.optional(optionalText()),
  stageName: z.optional(optionalText()),
})

export const listArtists = endpoint({
  method: 'GET',
  path: '/artists',
  summary: 'Search artists.',
  access: 'anyone',
  params: nothing,
  query: artistSearch,
  body: nothing,
  reply: listOf(artist),
  status: 200,
  problems: [],
})

export const getArtist = endpoint({
  method: 'GET',
  path: '/artists/:id',
  summary: 'Get an artist.',
  access: 'anyone',
  params: z.object({ id: artistIdText }),
  query: nothing,
  body: nothing,
  reply: artist,
  status: 200,
  problems: ['not_found'],
})
