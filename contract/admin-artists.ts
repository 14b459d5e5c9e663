import * as z from 'zod/mini'
import { artistDetail } from './artists.ts'
import { endpoint } from './endpoint.ts'
import { integer, listOf, noReply, nothing, optionalText, optionalLineText, paging, messages } from './fields.ts'
import { imageId, artistIdText } from './ids.ts'

/** An artist with what only administrators need: the version for the next edit, and the number of shows. */
export const adminArtist = z.extend(artistDetail, {
  imageId: z.nullable(imageId),
  version: z.number(),
  shows: z.number(),
})
export type AdminArtist = z.input<typeof adminArtist>

const artistFields = z.object({
  firstName: optionalLineText(),
  lastName: optionalLineText(),
  stageName: optionalLineText(),
  description: optionalText(2000),
  imageId: z.optional(imageId),
})

type Name = Pick<z.output<typeof artistFields>, 'firstName' | 'lastName' | 'stageName'>

/** An artist needs a stage name, or a first and a last name. */
const nameRules = [
  z.refine<Name>((name) => `${name.stageName}${name.firstName}${name.lastName}` !== '', {
    path: ['stageName'],
    error: messages.artistName,
  }),
  otherPart('firstName', 'lastName'),
  otherPart('lastName', 'firstName'),
]

/** Requires one part of a real name that stands alone, if the other one is given. */
function otherPart(part: 'firstName' | 'lastName', other: 'firstName' | 'lastName') {
  return z.refine<Name>((name) => name.stageName !== '' || name[part] !== '' || name[other] === '', {
    path: [part],
    error: messages.required,
  })
}

export const newArtist = artistFields.check(...nameRules)
export const changedArtist = z.extend(artistFields, { version: integer(1) }).check(...nameRules)
export type NewArtist = z.output<typeof newArtist>

export const listAdminArtists = endpoint({
  method: 'GET',
  path: '/admin/artists',
  summary: 'List artists, filtered by any of their names.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ ...paging, name: z.optional(optionalText()) }),
  body: nothing,
  reply: listOf(adminArtist),
  status: 200,
  problems: [],
})

export const getAdminArtist = endpoint({
  method: 'GET',
  path: '/admin/artists/:id',
  summary: 'Get an artist for editing.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: artistIdText }),
  query: nothing,
  body: nothing,
  reply: adminArtist,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const createArtist = endpoint({
  method: 'POST',
  path: '/admin/artists',
  summary: 'Create an artist.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: newArtist,
  reply: adminArtist,
  status: 201,
  problems: ['invalid_fields', 'not_found'],
})

export const editArtist = endpoint({
  method: 'PUT',
  path: '/admin/artists/:id',
  summary: 'Replace the fields of an artist. Refused if the version is not the current one.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: artistIdText }),
  query: nothing,
  body: changedArtist,
  reply: adminArtist,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'invalid_fields', 'not_found'],
})

export const deleteArtist = endpoint({
  method: 'DELETE',
  path: '/admin/artists/:id',
  summary: 'Delete an artist without shows.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: artistIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['in_use'],
})
