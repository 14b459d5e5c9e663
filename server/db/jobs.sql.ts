import { sql } from 'kysely'
import type { Db, Tx } from './connection.ts'
import { withCause } from './job-payload.ts'
import { jobConnectionName } from './job-pool.ts'

/**
 * `key`: a waiting job with the same key is replaced. `keepsTime`: the new one runs when the replaced one would have.
 * `delaySeconds`: until it runs at the earliest. `flag`: the worker limits how many jobs with it run at once.
 * `priority`: jobs with a lower one run first; 0 if absent. A replaced job with a lower one leaves it to the new one.
 */
type JobOptions = { key?: string; keepsTime?: boolean; delaySeconds?: number; flag?: JobFlag; priority?: number }

/** Flags jobs that wait for the answer of a payment provider. */
export const PROVIDER_FLAG = 'provider'
/** Flags jobs that wait for the mail server. */
export const MAIL_FLAG = 'mail'
/** Flags those among them that come from the outbox. Keeps its former value, because waiting jobs have it. */
export const OUTBOX_FLAG = 'order mail'

type JobFlag = typeof PROVIDER_FLAG | typeof MAIL_FLAG

/**
 * Enqueues a task, which any server of the shop runs after the commit, at least once. A text as `options` is the key.
 * The payload names the request that caused the job.
 */
export async function enqueue(
  db: Db | Tx,
  task: string,
  payload: object,
  options: JobOptions | string = {},
): Promise<void> {
  const {
    key,
    keepsTime,
    delaySeconds = 0,
    flag,
    priority = 0,
  }: JobOptions = typeof options === 'string' ? { key: options } : options
  // None is below 0, so only others need to know the job that they replace.
  const kept =
    priority > 0 && key !== undefined
      ? sql`least(${priority}::int, (select priority from graphile_worker.jobs where key = ${key}))`
      : sql`${priority}::int`
  await sql`
    select from graphile_worker.add_job(
      ${task}::text, payload => ${JSON.stringify(withCause(payload))}::json, job_key => ${key ?? null}::text,
      job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'}::text,
      priority => ${kept},
      flags => ${flag ? [flag] : null}::text[], run_at => now() + make_interval(secs => ${delaySeconds}::int))`.execute(
    db,
  )
}

/**
 * Releases the jobs of dead workers: those without a connection for half a minute, and, because a job takes seconds,
 * those whose jobs all began more than five minutes ago. Deletes periodic ones that the next job of their task has
 * replaced meanwhile, at which graphile-worker takes their attempts: they would count as given up.
 */
export async function releaseStuckJobs(db: Db): Promise<void> {
  await sql`
    select from graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs where locked_by is not null
      group by locked_by
      having max(locked_at) < now() - interval '5 minutes'
        or max(locked_at) < now() - interval '30 seconds' and not exists (
          select from pg_stat_activity where application_name = ${jobConnectionName('')} || locked_by)))`.execute(db)
  await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and key is null and locked_at is null and payload -> '_cron' is not null`.execute(db)
}

/**
 * Forgets the times of periodic jobs that are still to come by the clock of the database, and runs their jobs now. A
 * server whose clock was ahead has noted them, and no server would run these jobs until then.
 */
export async function forgetFuturePeriods(db: Db): Promise<void> {
  await sql`
    with ahead as (
      update graphile_worker._private_known_crontabs set last_execution = now()
      where last_execution > now() + interval '2 minutes' returning identifier)
    update graphile_worker._private_jobs set run_at = now()
    where exists (select from ahead) and payload -> '_cron' is not null and attempts = 0
      and run_at > now() + interval '2 minutes'`.execute(db)
}

/** Deletes the jobs of one worker that are done, and releases the others, so that servers repeat them at once. */
export async function handJobsBack(db: Db, worker: string, done: readonly string[]): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where locked_by = ${worker} and id = any (${done}::bigint[])`.execute(db)
  await sql`select from graphile_worker.force_unlock_workers(array[${worker}]::text[])`.execute(db)
}

/** Deletes jobs whose last attempt failed seven days ago: an undeliverable mail contains a personal address. */
export async function deleteFailedJobs(db: Db): Promise<void> {
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and updated_at < now() - interval '7 days'))`.execute(db)
}
