import type { GateId, SectorId, ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertGate, insertGateSectors, publishGates } from './desk-entry.sql.ts'
import { selectEntryShows } from './entry-shows.sql.ts'

type Request = { by: UserId; showId: ShowId; name: string; sectorIds: readonly SectorId[] }

/** Creates a gate at the location of a show. Throws `not_found` for an unknown show, `gate_name_taken`. */
export function createGate(db: Db, { by, showId, name, sectorIds }: Request): Promise<{ id: GateId }> {
  return inTransaction(db, async (tx) => {
    const [show] = await selectEntryShows(tx, [showId])
    if (!show) throw problem('not_found', { what: 'show' })
    const gate = await insertGate(tx, { showId, name })
    if (!gate) throw problem('gate_name_taken')
    await insertGateSectors(tx, { gateId: gate.id, showId, sectorIds })
    await publishGates(tx, gate.locationId)
    await logChange(tx, {
      ...{ by, action: 'EDITED', record: { kind: 'SHOW', id: showId, name: showNameOf(show) } },
      changes: [{ field: 'gate', from: null, to: name }],
    })
    return { id: gate.id }
  })
}
