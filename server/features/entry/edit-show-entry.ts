import type { EntryChange } from '#contract/admin-entry.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import type { Db } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueLiveCodeMails } from '#server/features/mail/live-codes/live-code-mails.sql.ts'
import { lockEntryRules, updateEntryRules } from './desk-entry.sql.ts'

/**
 * Changes the rules of a show's entry. The server judges by them from then on, phones fetch them within seconds.
 * Live codes make files of tickets useless, so their holders get a mail. Throws
 * `changed_meanwhile` if the version is not the current one, `not_found` or `deleted` without a show.
 */
export function editShowEntry(
  db: Db,
  { by, showId, version, ...change }: EntryChange & { by: UserId; showId: ShowId },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const locked = await lockEntryRules(tx, showId)
    const record = { kind: 'SHOW', id: showId } as const
    const show = await editable(tx, { ...record, timeZone: locked?.timeZone }, locked, version)
    const { name, eventTitle, timeZone: _, ...before } = show
    const after = { ...change, doorsOpenAt: change.doorsOpenAt ?? null }
    await saveEdit(tx, { by, record: { ...record, name: showNameOf({ name, eventTitle }) }, before, after }, () =>
      updateEntryRules(tx, showId, after),
    )
    if (after.liveCodes && !before.liveCodes) await enqueueLiveCodeMails(tx, showId)
  })
}
