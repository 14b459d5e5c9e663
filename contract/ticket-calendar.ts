import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { ticketIdText } from './ids.ts'

export const getTicketCalendar = endpoint({
  method: 'GET',
  path: '/tickets/:id/calendar',
  summary: 'Get the show of one of your bought tickets as the text of an iCalendar file.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: z.string(),
  status: 200,
  problems: ['not_found'],
})
