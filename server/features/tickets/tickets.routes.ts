import type { FastifyInstance } from 'fastify'
import { COMPACT_STATE } from '#contract/compact-seating/media-types.ts'
import { columnsOf } from '#contract/compact-seating/plan-columns.ts'
import { writeState } from '#contract/compact-seating/state.ts'
import * as contract from '#contract/tickets.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { listStandingPlaces } from '#server/features/seating/list-standing-places.ts'
import { readPlaceSequence } from '#server/features/seating/read-place-sequence.ts'
import { readSeatingPlan } from '#server/features/seating/read-seating-plan.ts'
import { readSeatingState, type StateQuery } from '#server/features/seating/read-seating-state.ts'
import { clientNetworkOf } from '#server/http/client-network.ts'
import { PreparedAnswer } from '#server/http/answers/prepared-answer.ts'
import { serve } from '#server/http/serve.ts'
import { cacheAsync } from '#server/concurrency/async-cache.ts'
import { sharedReads } from '#server/concurrency/shared-reads.ts'
import { cancellingTogether } from './cancel-together.ts'
import { listReservations } from './list-reservations.ts'
import { planSeatsOf, type PlanSeatsKey } from './plan-seats.ts'
import { refundTicket } from './refund-ticket.ts'
import { reserveBestAvailable } from './reserve-best-available.ts'
import { reserveTickets } from './reserve-tickets.ts'
import { reservingTogether } from './reserve-together.ts'
import { selectPagedTickets } from './tickets.sql.ts'

/** Plans are cached up to this sum of their places. The seats of 50,000 places take about 15 MB. */
const CACHED_PLACES = { sequence: 1_000_000, seats: 300_000 }

export function ticketRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const placeSequenceOf = cacheAsync((seatingPlanId: SeatingPlanId) => readPlaceSequence(db, seatingPlanId), {
    max: CACHED_PLACES.sequence,
    keyOf: (seatingPlanId) => seatingPlanId,
    sizeOf: (sequence) => sequence.size + 1,
  })
  const seatsOfPlan = cacheAsync(
    async ({ seatingPlanId, eventType }: PlanSeatsKey) => {
      const plan = columnsOf(await readSeatingPlan(db, seatingPlanId))
      return planSeatsOf({ plan, standing: await listStandingPlaces(db, seatingPlanId), eventType })
    },
    {
      max: CACHED_PLACES.seats,
      keyOf: ({ seatingPlanId, eventType }) => `${seatingPlanId} ${eventType}`,
      sizeOf: ({ placeIds }) => placeIds.length + 1,
    },
  )
  // Many pages ask for the same state at once. It is written and compressed once for all who share a read.
  const keyOf = ({ eventShowId, seatingPlanId, viewer }: StateQuery) =>
    `${eventShowId} ${seatingPlanId} ${viewer?.isStaff ?? false}`
  const stateOf = sharedReads(
    async (asked: StateQuery) => {
      const state = writeState(await readSeatingState(db, { ...asked, placeSequenceOf }))
      return (await PreparedAnswer.ofBytes(state, COMPACT_STATE)).unstored()
    },
    { keyOf, lane: context.lanes.shared },
  )
  const reservationsOf = sharedReads(
    async (asked: StateQuery & { network: string }) => {
      const list = Buffer.from(await listReservations(db, asked))
      return (await PreparedAnswer.ofBytes(list, 'application/json; charset=utf-8')).unstored()
    },
    { keyOf, queue: context.lanes.lists, laneOf: ({ network }) => network },
  )
  const reserveTogether = reservingTogether(context)
  serve(
    app,
    contract.reserveTickets,
    ({ body, caller, idempotencyKey, request, onOwnConnection }) =>
      reserveTickets(
        context,
        {
          userId: caller.userId,
          isAdmin: caller.isAdmin,
          showId: body.eventShowId,
          placeIds: body.seatingPlanPlaceIds,
          network: clientNetworkOf(request.ip),
          idempotencyKey,
        },
        reserveTogether,
        onOwnConnection,
      ),
    { work: 'batched' },
  )
  serve(
    app,
    contract.listReservations,
    async ({ caller, query, wantsCompact, request }) => {
      const asked = { ...query, viewer: caller }
      if (wantsCompact) return stateOf(asked)
      return reservationsOf({ ...asked, network: clientNetworkOf(request.ip) })
    },
    { work: 'shared' },
  )
  serve(app, contract.reserveBestAvailable, ({ body, caller, idempotencyKey, request, counted }) =>
    reserveBestAvailable(
      context,
      {
        userId: caller.userId,
        isAdmin: caller.isAdmin,
        showId: body.eventShowId,
        tickets: body.quantity,
        maxPrice: body.maxPrice,
        wheelchairs: body.wheelchairs,
        restrictedView: body.restrictedView,
        network: clientNetworkOf(request.ip),
        idempotencyKey,
      },
      { seatsOfPlan, counted },
    ),
  )
  const cancelTogether = cancellingTogether(context)
  serve(
    app,
    contract.cancelReservation,
    ({ params, caller }) => cancelTogether({ ticketId: params.id, userId: caller.userId }),
    { work: 'batched' },
  )
  serve(app, contract.refundTicket, ({ params, caller, idempotencyKey }) =>
    refundTicket(context, { ticketId: params.id, userId: caller.userId, idempotencyKey }),
  )
  serve(app, contract.listOwnTickets, ({ query: { eventShowId: showId, state, ...paging }, caller }) =>
    selectPagedTickets(db, { userId: caller.userId, showId, state }, paging),
  )
}
