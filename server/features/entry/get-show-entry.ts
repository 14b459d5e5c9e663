import type { z } from 'zod/mini'
import type { getShowEntry as contract } from '#contract/admin-entry.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { selectConflicts, selectDoubles, selectMinutes, selectScanners, selectSectorFigures } from './desk-entry.sql.ts'
import { selectEntryCounters } from './entry-counters.sql.ts'
import { selectEntryShows, selectGatesOfShow } from './entry-shows.sql.ts'

/** Reads the entry of a show for the desk. Throws `deleted` or `not_found`. */
export async function getShowEntry(db: Db, showId: ShowId): Promise<z.input<typeof contract.reply>> {
  const [found] = await selectEntryShows(db, [showId])
  const show = await stillThere(db, { kind: 'SHOW', id: showId }, found)
  return {
    show,
    gates: await selectGatesOfShow(db, showId),
    sectors: await selectSectorFigures(db, showId),
    counters: await selectEntryCounters(db, showId),
    minutes: await selectMinutes(db, showId),
    scanners: await selectScanners(db, showId),
    doubles: await selectDoubles(db, showId),
    conflicts: await selectConflicts(db, showId),
  }
}
