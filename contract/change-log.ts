import * as z from 'zod/mini'
import { LOGGED_ACTIONS, RECORD_KINDS } from '#domain/change-log.ts'
import { endpoint } from './endpoint.ts'
import { integerText, listOf, momentOut, nothing, oneOf, optionalText, paging } from './fields.ts'
import { userId } from './ids.ts'

const loggedValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const loggedChange = z.object({
  id: z.number(),
  at: momentOut,
  /** Null for the shop itself. The email is empty for a deleted account. */
  by: z.nullable(z.object({ id: userId, email: z.string() })),
  action: z.enum(LOGGED_ACTIONS),
  kind: z.enum(RECORD_KINDS),
  recordId: z.number(),
  /** The name at that time; for users the present email address, empty if the account is deleted. */
  recordName: z.string(),
  changes: z.array(z.object({ field: z.string(), from: loggedValue, to: loggedValue })),
  reason: z.nullable(z.string()),
})
export type LoggedChange = z.input<typeof loggedChange>

export const listChanges = endpoint({
  method: 'GET',
  path: '/admin/log',
  summary: 'List the actions of administrators, newest first.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({
    ...paging,
    /** Part of the name of a record, or of the address of its administrator. */
    text: z.optional(optionalText()),
    kind: z.optional(oneOf(RECORD_KINDS)),
    recordId: z.optional(integerText(1)),
    action: z.optional(oneOf(LOGGED_ACTIONS)),
  }),
  body: nothing,
  reply: listOf(loggedChange),
  status: 200,
  problems: [],
})
