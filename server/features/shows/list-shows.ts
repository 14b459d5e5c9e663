import type { Paged } from '#contract/fields.ts'
import type { EventShow, ShowSearch } from '#contract/shows.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db } from '#server/db/connection.ts'
import type { RateShows } from './rate-availability.ts'
import { countShows, selectShows } from './shows.sql.ts'

type Means = { rate: RateShows; remember: Remember }
type ShowList = Paged<EventShow> & { pastTotal?: number }

/** Lists the shows that match all given filters, soonest first. Of coming shows, also counts the past ones left out. */
export async function listShows(db: Db, search: ShowSearch, { rate, remember }: Means): Promise<ShowList> {
  const { total, elements } = await selectShows(db, search, remember)
  const shows = { total, elements: await rate(db, elements) }
  if (search.when !== 'coming') return shows
  return { ...shows, pastTotal: await countShows(db, { ...search, when: 'past' }, remember) }
}
