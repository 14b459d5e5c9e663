import { replayTickets } from '#domain/entry/entry-replay.ts'
import { isPostponed, postponedEntryFrom } from '#domain/shows/show-changes.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  deleteAdmissionsOfShow,
  selectPassedScans,
  updateAdmissionsFrom,
  writeAdmissions,
} from '#server/features/entry/scans.sql.ts'

/**
 * Lets everybody come in again to a show that was postponed for long, and return the tickets: only scans of some hours
 * before its start count, also those that phones upload later. A show that is moved back gets its admissions back. The
 * show and its tickets are locked.
 */
export async function restartAdmissions(tx: Tx, showId: ShowId, { from, to }: { from: Date; to: Date }): Promise<void> {
  const rules = await updateAdmissionsFrom(tx, showId, {
    from: postponedEntryFrom(to),
    isPostponed: isPostponed(from, to),
  })
  if (!rules) return
  await deleteAdmissionsOfShow(tx, showId)
  await writeAdmissions(tx, replayTickets(await selectPassedScans(tx, { showId }), rules))
}
