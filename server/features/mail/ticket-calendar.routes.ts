import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/ticket-calendar.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { getTicketCalendar } from './get-ticket-calendar.ts'

export function ticketCalendarRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.getTicketCalendar, ({ params, caller }) =>
    getTicketCalendar(context, { id: params.id, userId: caller.userId }),
  )
}
