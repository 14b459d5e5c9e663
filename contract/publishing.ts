import * as z from 'zod/mini'
import { moment } from './fields.ts'

/** When visitors see a new record: at once, unless it is a draft or is published from a later time. */
export const publishing = { isDraft: z.optional(z.boolean()), publishedFrom: z.optional(moment) }

/** Leaves these fields out of an edit, which keeps them. */
export const notPublishing = { isDraft: true, publishedFrom: true } as const
