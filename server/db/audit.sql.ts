import { sql } from 'kysely'
import { readBounded } from './bounded-read.ts'
import type { Db } from './connection.ts'
import { LONGEST_STATEMENT_MS } from './silent-connections.ts'

export type Violation = { rule: string; detail: string }

/** Reads up to 200 violations of the shop's promises, such as books that do not balance, within a minute. */
export async function selectViolations(db: Db): Promise<Violation[]> {
  const violations = sql<Violation>`select rule, detail from audit_violations order by rule, detail limit 200`
  const { rows } = await readBounded(db, { statementMs: LONGEST_STATEMENT_MS }, (tx) => violations.execute(tx))
  return rows
}
