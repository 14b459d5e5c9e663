import type { Page } from '#contract/fields.ts'
import type { Ticket } from '#contract/tickets.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { holdPlaces } from './hold-places.sql.ts'

type Wish = { userId: UserId; showId: ShowId; placeIds: readonly PlaceId[]; idempotencyKey?: string | undefined }

/** Reserves places of a show for one customer. All of them, or none. */
export function reserveTickets(context: AppContext, { placeIds, ...wish }: Wish): Promise<Page<Ticket>> {
  const request = { call: 'reserve', showId: wish.showId, placeIds }
  return holdPlaces(context, { ...wish, request }, () => placeIds)
}
