import * as z from 'zod/mini'
import { comingShows } from './coming-shows.ts'
import { endpoint } from './endpoint.ts'
import { imageName, listOf, nothing, optionalText, paging } from './fields.ts'
import { artistId, artistIdText } from './ids.ts'

export const artist = z.object({ id: artistId, firstName: z.string(), lastName: z.string(), stageName: z.string() })

/** An artist in a list. `coming` is absent without shows to come. */
export const listedArtist = z.extend(artist, {
  imageName: z.optional(z.nullable(imageName)),
  coming: z.optional(comingShows),
})
export type ListedArtist = z.input<typeof listedArtist>

/** One artist, with a text of several paragraphs if there is one. */
export const artistDetail = z.extend(listedArtist, { description: z.optional(z.nullable(z.string())) })

export type ArtistDetail = z.input<typeof artistDetail>

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
  reply: listOf(listedArtist),
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
  reply: artistDetail,
  status: 200,
  problems: ['not_found'],
})
