import type { AdminEvent } from '#contract/admin-events.ts'
import type { EventId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { stillThere } from '#server/db/edited-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectAdminEvent } from './events.sql.ts'

/** Reads an event for editing. Throws `deleted` or `not_found`. */
export function getAdminEvent(db: Db, id: EventId): Promise<AdminEvent> {
  return inTransaction(db, async (tx) => stillThere(tx, { kind: 'EVENT', id }, await selectAdminEvent(tx, id)))
}
