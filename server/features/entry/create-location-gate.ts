import type { GateFields } from '#contract/admin-gates.ts'
import type { GateId, LocationId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { publishGates } from './desk-entry.sql.ts'
import { describeGate, insertGate, keepLocation, replaceGateSectors } from './gates.sql.ts'

type Request = GateFields & { by: UserId; locationId: LocationId }

/** Creates a gate at a location. Throws `not_found` for an unknown location, `gate_name_taken`. */
export function createLocationGate(db: Db, { by, locationId, name, sectorIds }: Request): Promise<{ id: GateId }> {
  return inTransaction(db, async (tx) => {
    const locationName = await keepLocation(tx, locationId)
    if (locationName === undefined) throw problem('not_found', { what: 'location' })
    const id = await insertGate(tx, locationId, name)
    if (id === undefined) throw problem('gate_name_taken')
    await replaceGateSectors(tx, id, sectorIds)
    await publishGates(tx, locationId)
    await logChange(tx, {
      ...{ by, action: 'EDITED', record: { kind: 'LOCATION', id: locationId, name: locationName } },
      changes: [{ field: 'gate', from: null, to: await describeGate(tx, id) }],
    })
    return { id }
  })
}
