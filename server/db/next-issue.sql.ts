import { sql } from 'kysely'
import type { Db } from './connection.ts'

/** The name of the setting with the least issue that the next code of any ticket gets. Unset: any. */
const LEAST_ISSUE = 'least-issue'
/** More codes than one ticket gets in the time that a restore or a promoted standby can lose. */
const STEP = 100

/** The issue of a ticket after the present one, which no code of the ticket has had, in an update of tickets. */
export const nextIssue = sql<number>`
  greatest(issue + 1, (select value::int from settings where name = ${LEAST_ISSUE}))`

/**
 * Raises the issue that the next code of any ticket gets, so that no code equals one that the database has lost. The
 * present codes stay valid.
 */
export async function raiseIssues(db: Db): Promise<void> {
  await sql`
    insert into settings (name, value) select ${LEAST_ISSUE}, coalesce(max(issue), 1) + ${STEP} from tickets
    on conflict (name) do update
      set value = greatest(settings.value::int + ${STEP}, excluded.value::int)::text`.execute(db)
}
