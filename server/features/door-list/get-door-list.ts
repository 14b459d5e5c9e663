import type { DoorList } from '#contract/door-list.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { doorCodes } from '#server/gateways/door-codes.ts'
import { selectDoorEntries, selectShowOfDoorList } from './door-list.sql.ts'

/** Reads the door list of a show. Throws `not_found` for an unknown show. */
export async function getDoorList(context: AppContext, showId: ShowId): Promise<DoorList> {
  const show = await selectShowOfDoorList(context.db, showId)
  if (!show) throw problem('not_found', { what: 'show' })
  const doorCodeOf = doorCodes(context)
  const entries = (await selectDoorEntries(context.db, showId)).map(({ issue, ...entry }) => ({
    ...entry,
    doorCode: entry.state === 'BOUGHT' ? doorCodeOf({ id: entry.id, showId, issue }) : null,
  }))
  return { show, entries }
}
