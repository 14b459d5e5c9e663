import type { Db } from '#server/db/connection.ts'
import { selectPlanUses } from './plan-uses.sql.ts'
import { textTable } from './text-table.ts'

const HEAD = ['plan', 'seats', 'standing', 'shows']

/** Writes a table of all plans: their places, and how many shows use them. */
export async function describePlans(db: Db): Promise<string> {
  const plans = await selectPlanUses(db)
  if (plans.length === 0) return 'There is no seating plan yet.'
  return textTable([
    HEAD,
    ...plans.map(({ name, seats, standing, shows }) => [name, `${seats}`, `${standing}`, `${shows}`]),
  ])
}
