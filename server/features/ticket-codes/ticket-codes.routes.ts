import type { FastifyInstance } from 'fastify'
import * as orders from '#contract/admin-orders.ts'
import * as printing from '#contract/printable-tickets.ts'
import * as contract from '#contract/ticket-codes.ts'
import * as wallets from '#contract/wallets.ts'
import type { AppContext } from '#server/context.ts'
import { Download } from '#server/http/answers/download.ts'
import { serve } from '#server/http/serve.ts'
import { checkTicketCode } from './check-ticket-code.ts'
import { getOwnTicket } from './get-own-ticket.ts'
import { listGuestTickets, listPrintableTickets } from './printable-tickets.ts'
import { getApplePass, getGoogleWalletLink } from './wallets.ts'

export function ticketCodeRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.getOwnTicket, ({ params, caller }) =>
    getOwnTicket(context, { id: params.id, userId: caller.userId }),
  )
  serve(app, printing.listPrintableTickets, ({ query, caller, counted }) =>
    listPrintableTickets(context, { ...query, userId: caller.userId }, counted),
  )
  serve(app, orders.listGuestTickets, ({ params, counted }) => listGuestTickets(context, params.id, counted))
  serve(app, wallets.getApplePass, async ({ params, caller }) => {
    const pass = await getApplePass(context, { id: params.id, userId: caller.userId })
    return Download.ofContent({ type: wallets.APPLE_PASS, fileName: `ticket-${params.id}.pkpass` }, Buffer.from(pass))
  })
  serve(app, wallets.getGoogleWalletLink, ({ params, caller }) =>
    getGoogleWalletLink(context, { id: params.id, userId: caller.userId }),
  )
  serve(app, contract.checkTicketCode, ({ params, body }) =>
    checkTicketCode(context, { showId: params.id, code: body.code }),
  )
}
