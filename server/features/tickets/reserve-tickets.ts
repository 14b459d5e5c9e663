import type { Ticket } from '#contract/tickets.ts'
import type { Page } from '#contract/fields.ts'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { hasStarted } from '#domain/reservations.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/connection.ts'
import { answerOnce } from '#server/db/once.sql.ts'
import { lockCustomer } from '#server/features/users/user-lock.sql.ts'
import { holdPlaces } from './hold-places.sql.ts'
import { selectShow } from './show-places.sql.ts'
import { isOneLive } from './tickets.sql.ts'

type Wish = { userId: UserId; showId: ShowId; placeIds: readonly PlaceId[]; idempotencyKey?: string | undefined }

/** Reserves places of a show for one customer. All of them, or none. */
export function reserveTickets({ db, settings }: AppContext, wish: Wish): Promise<Page<Ticket>> {
  const { userId, showId, placeIds, idempotencyKey } = wish
  const request = { call: 'reserve', showId, placeIds }
  return inTransaction(db, (tx) => {
    const isThere = ({ elements }: Page<Ticket>) => isOneLive(tx, userId, elements)
    return answerOnce(tx, { userId, key: idempotencyKey, request, isThere }, async () => {
      await lockCustomer(tx, userId)
      const show = await selectShow(tx, showId)
      if (!show) throw problem('not_found', { what: 'show' })
      if (hasStarted(show, show.now)) throw problem('show_started')
      return holdPlaces(tx, { userId, show, placeIds, settings })
    })
  })
}
