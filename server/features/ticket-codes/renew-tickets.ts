import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockTickets } from '#server/features/tickets/tickets.sql.ts'
import { enqueueNewCodesMails, type KeyOfTickets, selectNextTicketsOfKey, updateIssues } from './renewed-tickets.sql.ts'
import { lockTicketKey, updateRenewed } from './ticket-keys.sql.ts'

const CUSTOMERS_PER_BATCH = 200
/** A run that lasts longer hands over to the next one, so that a dead run is told from a long one. */
const MAX_RUN_MS = 20_000

/**
 * Gives the tickets of a revoked key new codes, and mails each of their holders once. Each batch is one transaction
 * that notes how far it came, so that a run can end at any point and the next one continues.
 */
export async function renewTickets({ db }: Pick<AppContext, 'db'>, renewed: KeyOfTickets): Promise<void> {
  const begin = performance.now()
  while (await renewBatch(db, renewed)) {
    if (performance.now() - begin > MAX_RUN_MS) return enqueueRenewal(db, renewed)
  }
}

/** Enqueues the next run of a renewal, or the first one. */
export function enqueueRenewal(db: Db | Tx, { key, soldUntil }: KeyOfTickets): Promise<void> {
  return enqueue(db, 'renew-tickets', { key, soldUntil }, `renew-tickets ${key}`)
}

/** Renews the tickets of the next customers. Returns false when all are done. */
export function renewBatch(db: Db, renewed: KeyOfTickets, customers = CUSTOMERS_PER_BATCH): Promise<boolean> {
  const { key } = renewed
  return inTransaction(db, async (tx) => {
    const renewal = await lockTicketKey(tx, key)
    if (!renewal?.revokedAt || renewal.renewedAt) return false
    const found = await selectNextTicketsOfKey(tx, renewed, { after: renewal.renewedHolderId, customers })
    const last = found.reduce((highest, { holderId }) => Math.max(highest, holderId), 0)
    if (last === 0) {
      await updateRenewed(tx, key, 'ALL')
      return false
    }
    const ids = found.map(({ id }) => id)
    await lockTickets(tx, ids)
    const changed = await updateIssues(tx, ids)
    const byHolder = Map.groupBy(changed, ({ holderId }) => holderId)
    await enqueueNewCodesMails(
      tx,
      Array.from(byHolder, ([to, tickets]) => ({ to, ticketIds: tickets.map(({ id }) => id) })),
      'KEY',
    )
    await updateRenewed(tx, key, last as (typeof changed)[number]['holderId'])
    publishAfterCommit(tx, changed)
    return true
  })
}
