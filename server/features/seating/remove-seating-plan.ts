import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countShowsOf, deleteSeatingPlan, lockPlanCalled } from './plan-uses.sql.ts'

/**
 * Takes the plan of this name out of the shop, with its sectors and places, and says how exactly it was called. Throws a
 * sentence when a show uses it, for tickets point into it, or when there is none.
 */
export function removeSeatingPlan(db: Db, name: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const plan = await lockPlanCalled(tx, name)
    if (!plan) throw new Error(`There is no seating plan called '${name}'. All there are: npm run plan -- --list`)
    const shows = await countShowsOf(tx, plan.id)
    if (shows > 0) {
      const users = shows === 1 ? 'A show uses' : `${shows} shows use`
      throw new Error(`${users} the seating plan '${plan.name}', so it stays.`)
    }
    await deleteSeatingPlan(tx, plan.id)
    return plan.name
  })
}
