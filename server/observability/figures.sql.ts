import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/** The jobs of one task in the queue: due now, due later, and given up after the last attempt. */
export type QueuedTask = { task: string; due: number; later: number; givenUp: number; oldestSeconds: number }

/** Counts the jobs of every task that was ever enqueued, and those in the outbox. Running jobs are due. */
export async function selectQueue(db: Db): Promise<QueuedTask[]> {
  const { rows } = await sql<QueuedTask>`
    with queued as (
      select task_identifier as task, run_at, attempts >= max_attempts as is_given_up, run_at <= now() as is_due
      from graphile_worker.jobs
      union all
      select task, run_at, false, run_at <= now() from outbox
    ),
    tasks as (select identifier as task from graphile_worker._private_tasks union select task from outbox)
    select tasks.task,
      count(*) filter (where not is_given_up and is_due) as due,
      count(*) filter (where not is_given_up and not is_due) as later,
      count(*) filter (where is_given_up) as "givenUp",
      coalesce(extract(epoch from now() - min(run_at) filter (where not is_given_up and is_due)), 0)::float
        as "oldestSeconds"
    from tasks
    left join queued on queued.task = tasks.task
    group by tasks.task`.execute(db)
  return rows
}

/** The result of an audit: when it began (Unix time in seconds), its duration, and the number of violations. */
export type Audit = { at: number; seconds: number; violations: number }

const LAST_AUDIT = 'last audit'

/** Reads the result of the last audit by any server. Undefined before the first. */
export async function selectLastAudit(db: Db): Promise<Audit | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', LAST_AUDIT).executeTakeFirst()
  return row && (JSON.parse(row.value) as Audit)
}

export async function upsertLastAudit(db: Db, audit: Audit): Promise<void> {
  const value = JSON.stringify(audit)
  await db
    .insertInto('settings')
    .values({ name: LAST_AUDIT, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
