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

/**
 * Gives the jobs of workers that died while doing them to others. Doing one takes seconds: a worker whose every job
 * began minutes ago is dead.
 */
export async function releaseStuckJobs(db: Db): Promise<void> {
  await sql`
    select from graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs where locked_by is not null
      group by locked_by having max(locked_at) < now() - interval '5 minutes'))`.execute(db)
}

/** Forgets the jobs that were tried for the last time days ago: a mail that nobody could take holds an address. */
export async function deleteFailedJobs(db: Db): Promise<void> {
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and updated_at < now() - interval '7 days'))`.execute(db)
}
