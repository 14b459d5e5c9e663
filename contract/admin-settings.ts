import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

export const getDeskSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  summary: 'Get the settings that the pages of the desk need.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  /** The IANA time zone of the shop, in which the desk shows times that belong to no venue. */
  reply: z.object({ timeZone: z.string() }),
  status: 200,
  problems: [],
})
