import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countShowsOf, deleteSeatingPlan, lockPlanByName } from './plan-uses.sql.ts'

/**
 * Removes the plan with this name, ignoring case, with its sectors and places. Returns its exact name. Throws a
 * sentence if there is none, or if a show uses it.
 */
export function removeSeatingPlan(db: Db, name: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const plan = await lockPlanByName(tx, name)
    if (!plan) throw new Error(`There is no seating plan called '${name}'. All there are: npm run plan -- --list`)
    const shows = await countShowsOf(tx, plan.id)
    if (shows > 0) {
      const users = shows === 1 ? 'A show uses' : `${shows} shows use`
      throw new Error(`${users} the seating plan '${plan.name}', so it stays.`)
    }
    await deleteSeatingPlan(tx, plan.id)
    await logChange(tx, { by: null, action: 'DELETED', record: { kind: 'SEATING_PLAN', id: plan.id, name: plan.name } })
    return plan.name
  })
}
