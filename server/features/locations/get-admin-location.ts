import type { AdminLocation } from '#contract/admin-locations.ts'
import type { LocationId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectAdminLocation } from './locations.sql.ts'

/** Reads a location for editing. Throws `deleted` or `not_found`. */
export function getAdminLocation(db: Db, id: LocationId): Promise<AdminLocation> {
  return inTransaction(db, async (tx) => stillThere(tx, { kind: 'LOCATION', id }, await selectAdminLocation(tx, id)))
}
