import type { ReplyOf } from '#contract/endpoint.ts'
import type { listGates as contract } from '#contract/admin-gates.ts'
import type { LocationId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepLocation, selectGates, selectPlansOfLocation } from './gates.sql.ts'

/** Lists the gates of a location with the plans in use there. Throws `not_found`. */
export async function listGates(db: Db, locationId: LocationId): Promise<ReplyOf<typeof contract>> {
  const name = await inTransaction(db, (tx) => keepLocation(tx, locationId))
  if (name === undefined) throw problem('not_found', { what: 'location' })
  return { gates: await selectGates(db, locationId), plans: await selectPlansOfLocation(db, locationId) }
}
