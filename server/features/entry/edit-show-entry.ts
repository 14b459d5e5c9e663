import type { EntryChange } from '#contract/admin-entry.ts'
import { changesBetween } from '#domain/change-log.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/show-name.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockEntryRules, updateEntryRules } from './desk-entry.sql.ts'

/** Changes the rules of a show's entry. Scanners follow at the next scan, offline ones with their next set. */
export function editShowEntry(
  db: Db,
  { by, showId, ...change }: EntryChange & { by: UserId; showId: ShowId },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const show = await lockEntryRules(tx, showId)
    if (!show) throw problem('not_found', { what: 'show' })
    const { name, eventTitle, ...before } = show
    const rules = { ...change, doorsOpenAt: change.doorsOpenAt ?? null }
    await updateEntryRules(tx, showId, rules)
    const changes = changesBetween(before, rules)
    if (changes.length === 0) return
    await logChange(tx, {
      ...{ by, action: 'EDITED', changes },
      record: { kind: 'SHOW', id: showId, name: showNameOf({ name, eventTitle }) },
    })
  })
}
