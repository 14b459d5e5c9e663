import type { Db } from '#server/db/connection.ts'
import { selectSeatingPlans } from './seating.sql.ts'

/** The seating plans whose name the filter matches, by name. */
export function listSeatingPlans(db: Db, search: Parameters<typeof selectSeatingPlans>[1]) {
  return selectSeatingPlans(db, search)
}
