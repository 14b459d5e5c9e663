import type { GateId, SectorId, ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertGateSectors, publishGates } from './desk-entry.sql.ts'
import { selectEntryShows, selectHouseOfShow } from './entry-shows.sql.ts'
import { insertGate } from './gates.sql.ts'

type Request = { by: UserId; showId: ShowId; name: string; sectorIds: readonly SectorId[] }

/** Creates a gate at the location of a show. Throws `not_found` for an unknown show, `gate_name_taken`. */
export function createGate(db: Db, { by, showId, name, sectorIds }: Request): Promise<{ id: GateId }> {
  return inTransaction(db, async (tx) => {
    const [show] = await selectEntryShows(tx, [showId])
    const house = await selectHouseOfShow(tx, showId)
    if (!show || !house) throw problem('not_found', { what: 'show' })
    const id = await insertGate(tx, house.locationId, name)
    if (id === undefined) throw problem('gate_name_taken')
    await insertGateSectors(tx, { gateId: id, showId, sectorIds })
    await publishGates(tx, house.locationId)
    await logChange(tx, {
      ...{ by, action: 'EDITED', record: { kind: 'SHOW', id: showId, name: showNameOf(show) } },
      changes: [{ field: 'gate', from: null, to: name }],
    })
    return { id }
  })
}
