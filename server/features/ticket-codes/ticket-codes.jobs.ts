import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import type { KeyOfTickets } from './renewed-tickets.sql.ts'
import { renewTickets } from './renew-tickets.ts'

export function ticketCodeJobs(context: AppContext): TaskList {
  return { 'renew-tickets': (payload) => renewTickets(context, payload as KeyOfTickets) }
}
