import type { DoorList } from '#contract/door-list.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectDoorEntries, selectShowOfDoorList } from './door-list.sql.ts'

/** Reads the door list of a show. Throws `not_found` for an unknown show. */
export async function getDoorList(db: Db, showId: ShowId): Promise<DoorList> {
  const show = await selectShowOfDoorList(db, showId)
  if (!show) throw problem('not_found', { what: 'show' })
  return { show, entries: await selectDoorEntries(db, showId) }
}
