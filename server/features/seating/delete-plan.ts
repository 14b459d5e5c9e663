import type { SeatingPlanId, UserId } from '#domain/ids.ts'
import { counted } from '#domain/number-text.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countShowsOf, deleteSeatingPlan, lockPlan } from './plan-uses.sql.ts'

/** Deletes a plan without shows. Throws `in_use` for one with shows. Does nothing if the plan is gone already. */
export function deletePlan(db: Db, by: UserId, id: SeatingPlanId): Promise<void> {
  return inTransaction(db, async (tx) => {
    const plan = await lockPlan(tx, id)
    if (!plan) return
    const shows = await countShowsOf(tx, id)
    if (shows > 0) throw problem('in_use', { what: 'seating plan', uses: counted(shows, 'show', 'shows') })
    await deleteSeatingPlan(tx, id)
    await logChange(tx, { by, action: 'DELETED', record: { kind: 'SEATING_PLAN', id, name: plan.name } })
  })
}
