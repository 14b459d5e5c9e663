import { sql } from 'kysely'
import type { Db } from './connection.ts'
import { raiseIssues } from './next-issue.sql.ts'

/** More ids than a shop gives in the time that a restore or a promoted standby can lose. */
const STEP = 1_000_000

/**
 * Raises the sequences of all ids and the issues of tickets, so that no new row gets the id of a row that the database
 * has lost, and no ticket a code that it has had: codes and references of transfers name ids, and mails name their
 * jobs. Needs the owner of the database.
 */
export async function raiseIds(db: Db): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + ${STEP})
    from pg_sequences where schemaname in ('public', 'graphile_worker')
  `.execute(db)
  await raiseIssues(db)
}
