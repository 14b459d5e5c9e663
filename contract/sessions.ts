import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { listOf, momentOut, noReply, nothing, paging } from './fields.ts'
import { publicSessionId, publicSessionIdText } from './ids.ts'

export const session = z.object({
  id: publicSessionId,
  createdAt: momentOut,
  /** Exact to a quarter of an hour. */
  lastUsedAt: momentOut,
  /** Browser and operating system in words, such as "Firefox on Linux". */
  device: z.string(),
  /** Whether this call belongs to the session. */
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  summary: 'List your sessions, the most recently used one first.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object(paging),
  body: nothing,
  reply: listOf(session),
  status: 200,
  problems: [],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/:id',
  summary: 'End one of your sessions. Its token is refused from the next request on.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: publicSessionIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  summary: 'End all of your sessions except the one that sends this call.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: [],
})
