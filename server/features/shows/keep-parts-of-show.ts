import type { ArtistId, EventId, LocationId, SeatingPlanId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from '#server/db/connection.ts'
import { keepArtist } from '#server/features/artists/artists.sql.ts'
import { lockEvent } from '#server/features/events/events.sql.ts'
import { keepLocation } from '#server/features/locations/locations.sql.ts'
import { keepSeatingPlan } from '#server/features/seating/seating.sql.ts'

type Parts = { eventId: EventId; locationId: LocationId; artistId: ArtistId; seatingPlanId: SeatingPlanId }

/**
 * Locks the event of new shows, and keeps their location, artist and plan from being deleted or retired. Throws
 * `not_found` for an unknown one, `plan_retired` for a retired plan.
 */
export async function keepPartsOfShow(tx: Tx, parts: Parts): Promise<void> {
  if (!(await lockEvent(tx, parts.eventId))) throw problem('not_found', { what: 'event' })
  if (!(await keepLocation(tx, parts.locationId))) throw problem('not_found', { what: 'location' })
  if (!(await keepArtist(tx, parts.artistId))) throw problem('not_found', { what: 'artist' })
  const plan = await keepSeatingPlan(tx, parts.seatingPlanId)
  if (!plan) throw problem('not_found', { what: 'seating plan' })
  if (plan.retiredAt) throw problem('plan_retired', { name: plan.name })
}
