import { sql } from 'kysely'
import type { Db } from './connection.ts'

export type Violation = { rule: string; detail: string }

/** Everything in the books that does not balance; nothing, as long as the shop keeps its promises. */
export async function selectViolations(db: Db): Promise<Violation[]> {
  const { rows } =
    await sql<Violation>`select rule, detail from audit_violations order by rule, detail limit 200`.execute(db)
  return rows
}
