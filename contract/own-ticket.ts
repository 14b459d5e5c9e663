import * as z from 'zod/mini'
import { nothing } from './fields.ts'
import { ticketIdText } from './ids.ts'

/** The parts that all calls have which get something made of one of the caller's bought tickets. */
export const fromOwnTicket = {
  method: 'GET',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  status: 200,
  problems: ['not_found'],
} as const
