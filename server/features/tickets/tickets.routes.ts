import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/tickets.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { cancelReservation } from './cancel-reservation.ts'
import { listOwnTickets } from './list-own-tickets.ts'
import { listReservations } from './list-reservations.ts'
import { refundTicket } from './refund-ticket.ts'
import { reserveTickets } from './reserve-tickets.ts'

export function ticketRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  serve(app, contract.reserveTickets, ({ body, caller, idempotencyKey }) =>
    reserveTickets(context, {
      userId: caller.userId,
      showId: body.eventShowId,
      placeIds: body.seatingPlanPlaceIds,
      idempotencyKey,
    }),
  )
  serve(app, contract.listReservations, ({ query }) => listReservations(db, query))
  serve(app, contract.cancelReservation, ({ params, caller }) =>
    cancelReservation(db, { ticketId: params.id, userId: caller.userId }),
  )
  serve(app, contract.refundTicket, ({ params, caller, idempotencyKey }) =>
    refundTicket(context, { ticketId: params.id, userId: caller.userId, idempotencyKey }),
  )
  serve(app, contract.listOwnTickets, ({ query, caller }) => listOwnTickets(db, { ...query, userId: caller.userId }))
}
