import type { Paged } from '#contract/fields.ts'
import type { Hold } from '#contract/holds.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { selectShow } from '#server/features/tickets/show-places.sql.ts'
import { selectHeldTickets, selectHolds } from './holds.sql.ts'

/** Lists the holds of a show with the places that they still hold. Throws `deleted` or `not_found`. */
export async function listHolds(db: Db, showId: ShowId): Promise<Paged<Hold>> {
  await stillThere(db, { kind: 'SHOW', id: showId }, await selectShow(db, showId))
  const tickets = Map.groupBy(await selectHeldTickets(db, showId), ({ holdId }) => holdId)
  const elements = (await selectHolds(db, showId)).map((hold) => ({ ...hold, tickets: tickets.get(hold.id) ?? [] }))
  return { total: elements.length, elements }
}
