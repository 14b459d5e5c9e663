import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Db } from '#server/db/connection.ts'

const MINUTE_MS = 60_000

/**
 * Vacuums the database of a test now and each minute, as PostgreSQL does outside of tests: without statistics, it plans
 * statements for the empty tables with which the test began.
 */
export async function vacuumEachMinute(owner: Db): Promise<void> {
  await sql`vacuum analyze`.execute(owner)
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = sql`vacuum analyze`.execute(owner)
  }, MINUTE_MS)
  onTestFinished(async () => {
    clearInterval(timer)
    await last
  })
}
