import { sql } from 'kysely'
import type { Db } from './connection.ts'

export type Violation = { rule: string; detail: string }

/** Reads up to 200 violations of the shop's promises, such as books that do not balance. */
export async function selectViolations(db: Db): Promise<Violation[]> {
  const { rows } =
    await sql<Violation>`select rule, detail from audit_violations order by rule, detail limit 200`.execute(db)
  return rows
}
