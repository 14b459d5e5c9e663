import type { z } from 'zod/mini'
import type { checkShows as call, ShowWarning } from '#contract/admin-shows.ts'
import { problem } from '#domain/problem.ts'
import { oddPriceOf, oddTimesOf, overlapsIn } from '#domain/shows/show-warnings.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import { selectConflicts, selectPartsOfShows, selectPricesOfEvent } from './check-shows.sql.ts'

export type ShowsToCheck = z.output<typeof call.body>

/** Lists what is odd about shows to create or to change. Throws `not_found` for an unknown location or plan. */
export async function checkShows(db: Db | Tx, shows: ShowsToCheck): Promise<ShowWarning[]> {
  const { times, price, eventId, locationId, seatingPlanId } = shows
  const parts = await selectPartsOfShows(db, locationId, seatingPlanId)
  if (!parts) throw problem('not_found', { what: 'location or seating plan' })
  const now = await selectNow(db)
  const oddPrice = oddPriceOf(price, await selectPricesOfEvent(db, eventId, shows.showId))
  const isElsewhere = parts.planLocationId !== null && parts.planLocationId !== locationId
  const conflicts = await selectConflicts(db, shows)
  return [
    ...(isElsewhere ? [{ code: 'PLAN_OF_OTHER_LOCATION' as const }] : []),
    ...(oddPrice ? [{ code: oddPrice }] : []),
    ...times.flatMap((each, at) => oddTimesOf(each, parts.timeZone, now).map((code) => ({ code, at }))),
    ...overlapsIn(times).map((at) => ({ code: 'OVERLAP_IN_SERIES' as const, at })),
    ...conflicts.flatMap(({ at, isArtist, isPlace, ...show }) => [
      ...(isArtist ? [{ code: 'ARTIST_TAKEN' as const, at, show }] : []),
      ...(isPlace ? [{ code: 'PLACE_TAKEN' as const, at, show }] : []),
    ]),
  ]
}
