import type { FastifyInstance } from 'fastify'
import * as printing from '#contract/printable-tickets.ts'
import * as contract from '#contract/ticket-codes.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { checkTicketCode } from './check-ticket-code.ts'
import { getOwnTicket } from './get-own-ticket.ts'
import { listPrintableTickets } from './printable-tickets.ts'

export function ticketCodeRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.getOwnTicket, ({ params, caller }) =>
    getOwnTicket(context, { id: params.id, userId: caller.userId }),
  )
  serve(app, printing.listPrintableTickets, ({ query, caller }) =>
    listPrintableTickets(context, { ...query, userId: caller.userId }),
  )
  serve(app, contract.checkTicketCode, ({ params, body }) =>
    checkTicketCode(context.db, { showId: params.id, code: body.code }),
  )
}
