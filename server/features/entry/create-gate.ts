import type { GateId, SectorId, ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertGateSectors, publishGates } from './desk-entry.sql.ts'
import { selectEntryShows, selectVenueOfShow } from './entry-shows.sql.ts'
import { insertGate } from './gates.sql.ts'

type Request = { by: UserId; showId: ShowId; name: string; sectorIds: readonly SectorId[] }

/** Creates a gate at the location of a show. Throws `deleted` or `not_found` without a show, `gate_name_taken`. */
export function createGate(db: Db, { by, showId, name, sectorIds }: Request): Promise<{ id: GateId }> {
  return inTransaction(db, async (tx) => {
    const record = { kind: 'SHOW', id: showId } as const
    const [found] = await selectEntryShows(tx, [showId])
    const show = await stillThere(tx, record, found)
    const venue = await stillThere(tx, record, await selectVenueOfShow(tx, showId))
    const id = await insertGate(tx, venue.locationId, name)
    if (id === undefined) throw problem('gate_name_taken')
    await insertGateSectors(tx, { gateId: id, showId, sectorIds })
    await publishGates(tx, venue.locationId)
    await logChange(tx, {
      ...{ by, action: 'EDITED', record: { ...record, name: showNameOf(show) } },
      changes: [{ field: 'gate', from: null, to: name }],
    })
    return { id }
  })
}
