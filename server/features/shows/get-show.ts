import type { ShowDetail } from '#contract/shows.ts'
import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import type { Settings } from '#server/settings/env.ts'
import type { RateShows } from './rate-availability.ts'
import { showOfRow } from './show-of-row.ts'
import { selectShow, type ShowRow } from './shows.sql.ts'

export type ShowRequest = { id: ShowId; viewer?: { isStaff: boolean } | undefined }

/**
 * Reads a show with its reservation limit per customer, which never exceeds the limit for all shows.
 * A cancelled show has the reason instead of its availability. Only the desk sees a show before it is published.
 */
export async function getShow(
  db: Db,
  request: ShowRequest,
  { settings, rate }: { settings: Settings; rate: RateShows },
): Promise<ShowDetail> {
  const row = await selectShow(db, request.id)
  if (!row || (!isPublic(row) && !request.viewer?.isStaff)) throw problem('not_found', { what: 'show' })
  const maxReservations = Math.min(settings.MAX_RESERVATIONS_PER_SHOW, settings.MAX_RESERVATIONS)
  const { cancelReason } = row
  if (cancelReason !== null) return { ...showOfRow(row), maxReservations, cancelReason }
  const [show = showOfRow(row)] = await rate(db, [row])
  const offSale = {
    ...(row.publication === 'OFF_SALE' && { isOffSale: true }),
    ...(row.needsPass && { hasLine: true }),
    ...(!isPublic(row) && { isHidden: true }),
  }
  return { ...show, maxReservations, ...offSale }
}

function isPublic({ publication }: ShowRow): boolean {
  return publication === 'PUBLISHED' || publication === 'OFF_SALE'
}
