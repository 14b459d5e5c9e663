import { sql } from 'kysely'
import type { Db, Tx } from './connection.ts'

/**
 * Has a task done once this transaction is committed, at least once, by any server of the shop. Of waiting jobs with the
 * same key only the last one is done.
 */
export async function enqueue(db: Db | Tx, task: string, payload: unknown, jobKey?: string): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${task}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${jobKey ?? null}::text)`.execute(db)
}
