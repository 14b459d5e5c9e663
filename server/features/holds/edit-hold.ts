import type { ChangedHold } from '#contract/holds.ts'
import { changesBetween } from '#domain/change-log.ts'
import type { HoldId, PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { placesText } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepShow } from '#server/features/tickets/show-places.sql.ts'
import { lockStanding } from '#server/features/tickets/standing.sql.ts'
import { freeHeld } from './free-held.ts'
import {
  lockHold,
  lockTicketsOfHold,
  selectHeld,
  selectIsHolding,
  selectShowOfHold,
  updateEndOfHeld,
  updateHold,
} from './holds.sql.ts'
import { findWantedPlaces, requireHoldable, takeForHold } from './take-for-hold.ts'

type Edit = ChangedHold & { by: UserId; holdId: HoldId }

/**
 * Changes the reason and the end of a hold, and adds and releases places, all or none. Throws `changed_meanwhile` if
 * the version is not the current one, and `places_not_held` if nothing of the hold is left. Skips releases of places
 * that are sold or released meanwhile.
 */
export function editHold(db: Db, { by, holdId: id, ...wanted }: Edit): Promise<void> {
  return inTransaction(db, async (tx) => {
    const showId = await selectShowOfHold(tx, id)
    if (showId === undefined) throw problem('not_found', { what: 'hold' })
    const show = requireHoldable(await keepShow(tx, showId), wanted.until)
    const { addedPlaceIds = [], releasedTicketIds = [], reason, until = null } = wanted
    const added = await findWantedPlaces(tx, show, addedPlaceIds)
    const before = await editable(tx, { kind: 'HOLD', id }, await lockHold(tx, id), wanted.version)
    const leaving = (await selectHeld(tx, releasedTicketIds)).filter(({ holdId }) => holdId === id)
    await lockRooms(tx, [...addedPlaceIds, ...leaving.map(({ placeId }) => placeId)], show)
    if (!(await selectIsHolding(tx, id))) throw problem('places_not_held')
    const taken = await takeForHold(tx, show, { id, until }, added)
    await lockTicketsOfHold(tx, id)
    const released = await freeHeld(tx, leaving)
    await updateEndOfHeld(tx, id, until)

    const changes = [
      ...changesBetween({ reason: before.reason, until: before.until }, { reason, until }),
      ...(taken.length > 0 ? [{ field: 'addedPlaces', from: null, to: placesText(taken) }] : []),
      ...(released.length > 0 ? [{ field: 'releasedPlaces', from: placesText(released), to: null }] : []),
    ]
    if (changes.length === 0) return
    await updateHold(tx, id, { reason, until })
    const name = showNameOf({ eventTitle: show.eventTitle, name: show.name })
    await logChange(tx, {
      by,
      action: 'EDITED',
      record: { kind: 'HOLD', id, name, version: wanted.version + 1 },
      changes,
    })
  })
}

/** Locks the standing places among these, by ascending id: the lock order. */
async function lockRooms(tx: Tx, placeIds: readonly PlaceId[], { id: showId }: { id: ShowId }): Promise<void> {
  for (const placeId of [...new Set(placeIds)].toSorted((one, other) => one - other)) {
    await lockStanding(tx, { showId, placeId })
  }
}
