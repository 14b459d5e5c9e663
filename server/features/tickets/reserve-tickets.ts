import type { Paged } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { holdPlaces } from './hold-places.ts'

type ReservationRequest = {
  userId: UserId
  isAdmin?: boolean | undefined
  showId: ShowId
  placeIds: readonly PlaceId[]
  network: string
  idempotencyKey?: string | undefined
}

/** Reserves places of a show for one customer. All of them, or none. */
export function reserveTickets(
  context: AppContext,
  { placeIds, ...asked }: ReservationRequest,
): Promise<Paged<Ticket>> {
  const request = { call: 'reserve', showId: asked.showId, placeIds }
  return holdPlaces(context, { ...asked, request }, () => placeIds)
}
