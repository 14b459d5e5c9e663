import type { GateId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from '#server/db/connection.ts'
import { selectWasGate } from './gates.sql.ts'

/** Returns the problem of a gate that is not there: `deleted`, or `not_found` for one that never was. */
export async function missingGate(tx: Tx, gateId: GateId) {
  return problem((await selectWasGate(tx, gateId)) ? 'deleted' : 'not_found', { what: 'gate' })
}
