import type { GateFields } from '#contract/admin-gates.ts'
import type { GateId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { publishGates } from './desk-entry.sql.ts'
import { describeGate, lockGate, renameGate, replaceGateSectors } from './gates.sql.ts'

type Request = GateFields & { by: UserId; gateId: GateId }

/** Replaces the name and the sectors of a gate. Throws `not_found`, `gate_name_taken`. */
export function editGate(db: Db, { by, gateId, name, sectorIds }: Request): Promise<void> {
  return inTransaction(db, async (tx) => {
    const location = await lockGate(tx, gateId)
    if (!location) throw problem('not_found', { what: 'gate' })
    const before = await describeGate(tx, gateId)
    if (!(await renameGate(tx, gateId, name))) throw problem('gate_name_taken')
    await replaceGateSectors(tx, gateId, sectorIds)
    await publishGates(tx, location.id)
    const after = await describeGate(tx, gateId)
    if (before === after) return
    await logChange(tx, {
      ...{ by, action: 'EDITED', record: { kind: 'LOCATION', ...location } },
      changes: [{ field: 'gate', from: before, to: after }],
    })
  })
}
