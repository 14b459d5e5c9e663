import * as z from 'zod/mini'
import { PUBLICATION_STATES } from '#domain/shows/publication.ts'
import { integer, momentOut, oneOf } from './fields.ts'
import { publishing } from './publishing.ts'

/** A change of the publication of a record, based on one of its versions. */
export const changedPublication = z.object({ ...publishing, version: integer(1) })

/** The publication of a record, for administrators. `publishedFrom` is null for a draft. */
export const publicationFields = {
  publishedFrom: z.nullable(momentOut),
  publication: z.enum(PUBLICATION_STATES),
}

/** Filters records by their publication. */
export const publicationFilter = { publication: z.optional(oneOf(PUBLICATION_STATES)) }
