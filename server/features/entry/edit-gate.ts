import type { ChangedGate } from '#contract/admin-gates.ts'
import type { GateId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { publishGates } from './desk-entry.sql.ts'
import {
  describeGate,
  type LockedGate,
  lockGate,
  raiseGateVersion,
  renameGate,
  replaceGateSectors,
  selectLockedGate,
} from './gates.sql.ts'
import { missingGate } from './missing-gate.ts'

type Request = ChangedGate & { by: UserId; gateId: GateId }

/**
 * Replaces the name and the sectors of a gate. Throws `changed_meanwhile` if the version is not the current one,
 * `deleted`, `not_found`, `gate_name_taken`.
 */
export function editGate(db: Db, { by, gateId, version, name, sectorIds }: Request): Promise<void> {
  return inTransaction(db, async (tx) => {
    const location = await lockGate(tx, gateId)
    const gate = await selectLockedGate(tx, gateId)
    if (!location || !gate) throw await missingGate(tx, gateId)
    if (gate.version !== version) throw changedMeanwhile({ name, sectorIds }, gate)
    const before = await describeGate(tx, gateId)
    if (!(await renameGate(tx, gateId, name))) throw problem('gate_name_taken')
    await replaceGateSectors(tx, gateId, sectorIds)
    await publishGates(tx, location.id)
    const after = await describeGate(tx, gateId)
    if (before === after) return
    await raiseGateVersion(tx, gateId)
    await logChange(tx, {
      ...{ by, action: 'EDITED', record: { kind: 'LOCATION', ...location } },
      changes: [{ field: 'gate', from: before, to: after }],
    })
  })
}

/** Names the fields that are now others than those that were sent. */
function changedMeanwhile(sent: Pick<Request, 'name' | 'sectorIds'>, present: LockedGate) {
  const isSameSectors = new Set(sent.sectorIds).symmetricDifference(new Set(present.sectorIds)).size === 0
  const changed = [
    ...(sent.name === present.name ? [] : [{ field: 'name', to: present.name }]),
    ...(isSameSectors ? [] : [{ field: 'sectorIds', to: present.sectorNames.join(', ') || '–' }]),
  ]
  const fields = changed.map(({ field, to }) => ({ field, message: `Changed meanwhile to: ${to}` }))
  return problem('changed_meanwhile', { what: 'gate', fields })
}
