import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { objectionToShow } from '#domain/tickets/reservations.ts'
import { AGAIN, Refusal } from '#server/concurrency/batcher.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockNetworksAndRead, reserveOpen } from './reserve-open.ts'
import { keepShow, type ReservableShow } from './show-places.sql.ts'
import { isOneLive } from './tickets.sql.ts'
import { objectionsToCustomers } from './waiting-customers.ts'

type HoldRequest = {
  userId: UserId
  /** Administrators are told that a hidden show is not on sale. To others it does not exist. */
  isAdmin?: boolean | undefined
  showId: ShowId
  /** The client network of the request. */
  network: string
  /** The content that an Idempotency-Key stands for. */
  request: object
  idempotencyKey?: string | undefined
}

/**
 * Chooses the places. Called after the customer row is locked, so no other reservation of this customer can interfere.
 */
type ChoosePlaces = (tx: Tx, show: ReservableShow) => readonly PlaceId[] | Promise<readonly PlaceId[]>

/**
 * Reserves the chosen places of an upcoming show in one transaction: all of them, or none, by throwing a `Problem`.
 * Repeats the answer for the same Idempotency-Key, unless the customer has none of the tickets any more.
 */
export async function holdPlaces(
  context: AppContext,
  { userId, isAdmin, showId, network, request, idempotencyKey: key }: HoldRequest,
  choosePlaces: ChoosePlaces,
): Promise<Paged<Ticket>> {
  const { db, settings } = context
  const clientNetwork = limitedNetwork(context, { showId, network })
  const held = await inTransaction(db, (tx) => {
    const isThere = ({ elements }: Paged<Ticket>) => isOneLive(tx, userId, elements)
    return runIdempotentRequest<Paged<Ticket> | Refusal>(tx, { userId, key, request, isThere }, async () => {
      const [, show] = await Promise.all([lockCustomer(tx, userId), keepShow(tx, showId)])
      if (!show) return new Refusal(problem('not_found', { what: 'show' }))
      const objection = objectionToShow(show, isAdmin === true)
      if (objection) return new Refusal(objection)
      const waiting = (await objectionsToCustomers(tx, show, [userId])).get(userId)
      if (waiting) return new Refusal(waiting)
      const wanted = { userId, showId, clientNetwork, placeIds: await choosePlaces(tx, show) }
      const held = await lockNetworksAndRead(tx, [wanted])
      const outcome = (await reserveOpen(tx, { settings, requests: [{ request: wanted, show }], held })).get(wanted)
      if (outcome === undefined || outcome === AGAIN) throw new Error('A request alone was not decided.')
      return outcome
    })
  })
  if (held instanceof Refusal) throw held.reason
  return held
}

/** Returns the keyed hash of a client network for a show. Null if its share is not limited. */
export function limitedNetwork(
  { settings, tokens }: Pick<AppContext, 'settings' | 'tokens'>,
  { showId, network }: { showId: ShowId; network: string },
): Buffer | null {
  if (settings.MAX_SHARE_PER_NETWORK === undefined) return null
  return tokens.keyedHash('client network of a show', `${showId} ${network}`)
}
