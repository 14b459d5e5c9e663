import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { fromOwnTicket } from './own-ticket.ts'

export const getTicketCalendar = endpoint({
  ...fromOwnTicket,
  path: '/tickets/:id/calendar',
  summary: 'Get the show of one of your bought tickets as the text of an iCalendar file.',
  reply: z.string(),
})
