import * as z from 'zod/mini'
import { ENTRY_ACTIONS, ENTRY_KINDS, LOG_BOOKS } from '#domain/change-log.ts'
import { dayText } from './days.ts'
import { endpoint } from './endpoint.ts'
import { integerText, listOf, momentOut, nothing, oneOf, optionalText, paging } from './fields.ts'
import { showId, userId } from './ids.ts'

const loggedValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const loggedChange = z.object({
  id: z.number(),
  at: momentOut,
  /** Null for the shop itself. The email is empty for a deleted account. */
  by: z.nullable(z.object({ id: userId, email: z.string() })),
  action: z.enum(ENTRY_ACTIONS),
  kind: z.enum(ENTRY_KINDS),
  recordId: z.number(),
  /** The name at that time; for users the present email address, empty if the account is deleted. */
  recordName: z.string(),
  /** The show of a hold or of a ticket. Null for other records, and when it is no longer there. */
  showId: z.nullable(showId),
  changes: z.array(z.object({ field: z.string(), from: loggedValue, to: loggedValue })),
  reason: z.nullable(z.string()),
})
export type LoggedChange = z.input<typeof loggedChange>

export const listChanges = endpoint({
  method: 'GET',
  path: '/admin/log',
  summary:
    'List the actions of administrators and staff, or the entries of the books: invoices, points, stock. Newest first, ' +
    'at most 10,000.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({
    ...paging,
    /** Part of the name of a record, or of the address of its administrator. */
    text: z.optional(optionalText()),
    /** Changes by default. Invoices, points and stock are entries of their own books. */
    book: z.optional(oneOf(LOG_BOOKS)),
    firstDay: z.optional(dayText),
    lastDay: z.optional(dayText),
    kind: z.optional(oneOf(ENTRY_KINDS)),
    recordId: z.optional(integerText(1)),
    action: z.optional(oneOf(ENTRY_ACTIONS)),
  }),
  body: nothing,
  reply: listOf(loggedChange),
  status: 200,
  problems: [],
})
