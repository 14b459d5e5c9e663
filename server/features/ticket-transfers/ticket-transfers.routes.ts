import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/ticket-transfers.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { acceptTicket, declineTicket, getTicketOffer } from './answer-offer.ts'
import { offerTicket, withdrawTicketOffer } from './offer-ticket.ts'
import { replaceTicketCode } from './replace-ticket-code.ts'

export function ticketTransferRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.replaceTicketCode, ({ params, caller: { userId }, idempotencyKey }) =>
    replaceTicketCode(context, { userId, ticketId: params.id, idempotencyKey }),
  )
  serve(app, contract.offerTicket, ({ params, body, caller: { userId }, idempotencyKey }) =>
    offerTicket(context, { userId, ticketId: params.id, ...body, idempotencyKey }),
  )
  serve(app, contract.withdrawTicketOffer, ({ params, caller: { userId } }) =>
    withdrawTicketOffer(context, { userId, ticketId: params.id }),
  )
  serve(app, contract.getTicketOffer, ({ params }) => getTicketOffer(context, params.token))
  serve(app, contract.acceptTicket, ({ params, caller: { userId } }) =>
    acceptTicket(context, { token: params.token, userId }),
  )
  serve(app, contract.declineTicket, ({ params }) => declineTicket(context, params.token))
}
