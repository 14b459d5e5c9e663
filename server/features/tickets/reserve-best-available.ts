import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import { bestAvailable, sectorsWithin } from '#domain/best-available/best-available.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { Problem, problem } from '#domain/problem.ts'
import { NO_RESERVATIONS, objectionToMoreReservations } from '#domain/tickets/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { selectStandingOccupancies } from '#server/features/seating/seating.sql.ts'
import { LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import { FairLines } from '#server/concurrency/fair-lines.ts'
import { RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import type { Counted } from '#server/http/limits/answer-costs.ts'
import { holdPlaces } from './hold-places.ts'
import type { PlanSeats, PlanSeatsKey } from './plan-seats.ts'
import { countReservationsOf } from './reservations.sql.ts'
import { selectShow, type ReservableShow } from './show-places.sql.ts'
import { selectTakenSeatIds } from './taken-seats.sql.ts'

/** Limits the attempts after lost races before the customer is asked to try again. */
const ATTEMPTS = 8

/** From this attempt on, places that were lost before are avoided. */
const YIELDS_FROM = 4

// Requests for the same show wait here, instead of racing for the same seats with a database connection each.
const lines = new FairLines<ShowId>({
  maxWaiting: 500,
  maxWaitMs: LONGEST_WAIT_MS,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
})

type BestAvailableRequest = {
  userId: UserId
  isAdmin?: boolean | undefined
  showId: ShowId
  tickets: number
  maxPrice?: Cents | undefined
  wheelchairs: number
  restrictedView: boolean
  network: string
  idempotencyKey?: string | undefined
}

/** `counted` does work that takes much of the processor. */
type Means = {
  seatsOfPlan: (key: PlanSeatsKey) => Promise<PlanSeats>
  counted: Counted
}

/** Reserves the best free places of a show, chosen by `bestAvailable`. All of them, or none. */
export async function reserveBestAvailable(
  context: AppContext,
  best: BestAvailableRequest,
  { seatsOfPlan, counted }: Means,
): Promise<Paged<Ticket>> {
  const { userId, isAdmin, showId, tickets, maxPrice, wheelchairs, restrictedView, network, idempotencyKey } = best
  const wishes = { ...(wheelchairs > 0 && { wheelchairs }), ...(restrictedView && { restrictedView }) }
  const request = { call: 'reserve best', showId, tickets, maxPrice, ...wishes }
  const show = await selectShow(context.db, showId)
  if (!show || (!show.isPublished && !best.isAdmin)) throw problem('not_found', { what: 'show' })
  const plan = await seatsOfPlan(show)
  const reserve = async () => {
    const contested = new Set<PlaceId>()
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      let tried: readonly PlaceId[] = []
      try {
        return await holdPlaces(
          context,
          { userId, isAdmin, showId, network, request, idempotencyKey },
          async (tx, show) => {
            await requireRoomFor(tx, context, best)
            const without = attempt < YIELDS_FROM ? new Set<PlaceId>() : contested
            tried = await choosePlaces(tx, { best, show, plan, without, counted })
            return tried
          },
        )
      } catch (error) {
        if (!isLostRace(error)) throw error
        for (const id of tried) contested.add(id)
      }
    }
    throw problem('busy', { retryAfterSeconds: 1 })
  }
  // Those who wait leave their room to others: two networks could fill all of it.
  return lines.run(show.id, network, reserve, withoutConnection)
}

/** Throws `too_many_reservations` before places are searched for a customer who may hold no more. */
async function requireRoomFor(
  tx: Tx,
  { settings }: Pick<AppContext, 'settings'>,
  { userId, showId, tickets }: BestAvailableRequest,
): Promise<void> {
  const held = (await countReservationsOf(tx, [{ userId, showId }])).get(userId) ?? NO_RESERVATIONS
  const objection = objectionToMoreReservations(held, tickets, settings)
  if (objection) throw objection
}

type Choice = {
  best: BestAvailableRequest
  show: ReservableShow
  plan: PlanSeats
  without: ReadonlySet<PlaceId>
  counted: Means['counted']
}

/** Chooses the best places, if possible outside `without`. */
async function choosePlaces(tx: Tx, { best, show, plan, without, counted }: Choice): Promise<PlaceId[]> {
  const { tickets, maxPrice, wheelchairs, restrictedView } = best
  const prices = plan.sectors.map(({ isAvailable, pricePercent }) => ({
    isAvailable,
    price: sectorPrice(show.price, pricePercent),
  }))
  const party = { tickets, sectors: sectorsWithin(prices, maxPrice), wheelchairs, restrictedView }
  const free = await selectFree(tx, show.id, plan)
  const uncontested = Int32Array.from(free, (count, index) =>
    without.has(plan.placeIds[index] as PlaceId) ? 0 : count,
  )
  const found = counted(
    () => bestAvailable(plan.seating, uncontested, party) ?? bestAvailable(plan.seating, free, party),
  )
  if (!found) throw problem('not_enough_places', { tickets, maxPrice })
  return found.places.map((index) => plan.placeIds[index] as PlaceId)
}

/** Counts the free tickets of every place. */
async function selectFree(tx: Tx, showId: ShowId, { capacities, indexOf }: PlanSeats): Promise<Int32Array> {
  const free = Int32Array.from(capacities)
  for (const placeId of await selectTakenSeatIds(tx, showId)) free[indexOf.get(placeId as PlaceId) ?? -1] = 0
  for (const { placeId, occupied } of await selectStandingOccupancies(tx, showId)) {
    const index = indexOf.get(placeId) ?? -1
    free[index] = (free[index] ?? 0) - occupied
  }
  return free
}

function isLostRace(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'seats_taken' || error.code === 'standing_full')
}
