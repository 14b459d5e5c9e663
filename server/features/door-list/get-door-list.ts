import type { DoorList } from '#contract/door-list.ts'
import type { ShowId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { doorCodes } from '#server/gateways/door-codes.ts'
import { selectDoorEntries, selectShowOfDoorList } from './door-list.sql.ts'

/** Reads the door list of a show. Throws `deleted` or `not_found`. */
export async function getDoorList(context: AppContext, showId: ShowId): Promise<DoorList> {
  const found = await selectShowOfDoorList(context.db, showId)
  const show = await stillThere(context.db, { kind: 'SHOW', id: showId }, found)
  const doorCodeOf = doorCodes(context)
  const entries = (await selectDoorEntries(context.db, showId)).map(({ issue, ...entry }) => ({
    ...entry,
    doorCode: entry.state === 'BOUGHT' ? doorCodeOf({ id: entry.id, showId, issue }) : null,
  }))
  return { show, entries }
}
