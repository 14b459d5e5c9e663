import * as z from 'zod/mini'
import { momentWhile } from '#client/forms/time-fields.ts'

/** The choice when visitors see a record: at once, later, or not yet. */
export type PublishValues = { publish: 'NOW' | 'LATER' | 'DRAFT'; publishFrom: string }

export const publishAtOnce: PublishValues = { publish: 'NOW', publishFrom: '' }

/** The fields of the choice, for the schema of a form. */
export const publishFields = { publish: z.enum(['NOW', 'LATER', 'DRAFT']), publishFrom: z.string() }

/** Requires a time for a record that is published later. */
export const timeOfPublishing = momentWhile('publishFrom', ({ publish }: PublishValues) => publish === 'LATER')

/** Converts the choice to fields of a call. */
export function publishingIn({ publish, publishFrom }: PublishValues) {
  if (publish === 'DRAFT') return { isDraft: true }
  return publish === 'LATER' ? { publishedFrom: publishFrom } : {}
}

/** Splits form values into the choice, as fields of a call, and all others. */
export function splitPublishing<Values extends PublishValues>({ publish, publishFrom, ...others }: Values) {
  return { publishing: publishingIn({ publish, publishFrom }), others }
}
