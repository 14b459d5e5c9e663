import type { Paged } from '#contract/fields.ts'
import type { EventShow, ShowSearch } from '#contract/shows.ts'
import type { Db } from '#server/db/connection.ts'
import { showOfRow } from './show-of-row.ts'
import { selectShows } from './shows.sql.ts'

/** Lists the shows that match all given filters, soonest first. */
export async function listShows(db: Db, search: ShowSearch): Promise<Paged<EventShow>> {
  const { total, elements } = await selectShows(db, search)
  return { total, elements: elements.map(showOfRow) }
}
