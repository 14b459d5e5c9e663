import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/box-office.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { listBuyers } from './list-buyers.ts'
import { moveTicket } from './move-ticket.ts'
import { payReservations } from './pay-reservations.ts'
import { refundAtDesk } from './refund-at-desk.ts'
import { releaseReservation } from './release-reservation.ts'
import { sellPlaces } from './sell-places.ts'

export function boxOfficeRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  serve(app, contract.listBuyers, ({ query }) => listBuyers(context, query.text))
  serve(app, contract.sellPlaces, ({ caller, params, body, idempotencyKey }) =>
    sellPlaces(context, { ...body, by: caller.userId, showId: params.id, idempotencyKey }),
  )
  serve(app, contract.payReservations, ({ caller, body, idempotencyKey }) =>
    payReservations(context, { ...body, by: caller.userId, idempotencyKey }),
  )
  serve(app, contract.releaseReservation, ({ caller, params }) =>
    releaseReservation(db, { ticketId: params.id, by: caller.userId }),
  )
  serve(app, contract.moveTicket, ({ caller, params, body, idempotencyKey }) =>
    moveTicket(context, { ...body, ticketId: params.id, by: caller.userId, idempotencyKey }),
  )
  serve(app, contract.refundAtDesk, ({ caller, params, body, idempotencyKey }) =>
    refundAtDesk(context, { ...body, ticketId: params.id, by: caller.userId, idempotencyKey }),
  )
}
