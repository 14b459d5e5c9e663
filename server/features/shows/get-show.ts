import type { ShowDetail } from '#contract/shows.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { RateShows } from './rate-availability.ts'
import { showOfRow } from './show-of-row.ts'
import { selectShow } from './shows.sql.ts'

/**
 * Reads a show with its reservation limit per customer, which never exceeds the limit for all shows.
 * A cancelled show has the reason instead of its availability.
 */
export async function getShow({ db, settings }: AppContext, showId: ShowId, rate: RateShows): Promise<ShowDetail> {
  const row = await selectShow(db, showId)
  if (!row) throw problem('not_found', { what: 'show' })
  const maxReservations = Math.min(settings.MAX_RESERVATIONS_PER_SHOW, settings.MAX_RESERVATIONS)
  const { cancelReason } = row
  if (cancelReason !== null) return { ...showOfRow(row), maxReservations, cancelReason }
  const [show = showOfRow(row)] = await rate([row])
  return { ...show, maxReservations }
}
