import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { selectNow } from '#server/db/now.ts'
import { selectLastAudit, upsertLastAudit } from './figures.sql.ts'

/** Limits the share of the time in which an audit reads the tables of a large shop. */
const PAUSE_PER_COST = 20
const MAX_NAMED = 20

/**
 * Audits the shop, keeps the result for the metrics of all servers, and reports violations. Skips an audit that comes
 * too soon after an expensive one, by the clock of the database. One of a time to come, when that clock was ahead, does
 * not count.
 */
export async function auditBooks(db: Db, report: (text: string) => void): Promise<void> {
  const at = (await selectNow(db)).getTime() / 1_000
  const last = await selectLastAudit(db)
  if (last && last.at <= at && at < last.at + PAUSE_PER_COST * last.seconds) return
  const startedMs = performance.now()
  const violations = await selectViolations(db)
  const seconds = (performance.now() - startedMs) / 1_000
  await upsertLastAudit(db, { at, seconds, violations: violations.length })
  if (violations.length === 0) return
  const named = violations.slice(0, MAX_NAMED).map(({ rule, detail }) => `${rule} (${detail})`)
  report(`The audit found ${violations.length} violations, such as: ${named.join('; ')}.`)
}
