import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { runExclusive } from '#server/concurrency/keyed-mutex.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import { APART } from '#server/db/customer-batch.ts'
import { holdPlaces, limitedNetwork } from './hold-places.ts'
import type { ReserveTogether } from './reserve-together.ts'

type ReservationRequest = {
  userId: UserId
  isAdmin?: boolean | undefined
  showId: ShowId
  placeIds: readonly PlaceId[]
  network: string
  idempotencyKey?: string | undefined
}

/**
 * Reserves places of a show for one customer. All of them, or none. `together` decides along with concurrent requests
 * for the same show; a request that cannot be decided so waits for a connection of its own, after earlier ones of its
 * client network.
 */
export async function reserveTickets(
  context: AppContext,
  asked: ReservationRequest,
  together: ReserveTogether,
  onOwnConnection: (work: () => Promise<Paged<Ticket>>) => Promise<Paged<Ticket>>,
): Promise<Paged<Ticket>> {
  const { placeIds, showId, network, isAdmin = false, idempotencyKey } = asked
  const request = { call: 'reserve', showId, placeIds }
  const clientNetwork = limitedNetwork(context, { showId, network })
  const answer = await together({ ...asked, isAdmin, idempotencyKey, request, clientNetwork })
  if (answer !== APART) return answer
  const hold = () => holdPlaces(context, { ...asked, request }, () => placeIds)
  // Those of a network would wait for each other's locks: two networks could fill the room of all that write.
  return onOwnConnection(() => runExclusive(`reserve apart ${showId} ${network}`, hold, withoutConnection))
}
