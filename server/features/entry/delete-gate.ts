import type { GateId, UserId } from '#domain/ids.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { publishGates, removeGate } from './desk-entry.sql.ts'
import { missingGate } from './missing-gate.ts'

/** Deletes a gate. Its scanners and admissions stay, without a gate. Throws `deleted`, `not_found`. */
export function deleteGate(db: Db, { by, gateId }: { by: UserId; gateId: GateId }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const gate = await removeGate(tx, gateId)
    if (!gate) throw await missingGate(tx, gateId)
    await publishGates(tx, gate.locationId)
    await logChange(tx, {
      ...{ by, action: 'EDITED', record: { kind: 'LOCATION', id: gate.locationId, name: gate.locationName } },
      changes: [{ field: 'gate', from: gate.name, to: null }],
    })
  })
}
