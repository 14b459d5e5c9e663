import { sql } from 'kysely'
import type { Db, Tx } from './connection.ts'
import { MAIL_FLAG, OUTBOX_FLAG } from './jobs.sql.ts'

/**
 * The most mails of the outbox that wait in the job queue for all servers, not counting those that come after: each
 * search for a job passes over those that must wait.
 */
const MOST_IN_QUEUE = 200

const filled = new WeakSet<Db | Tx>()
const listenerOf = new WeakMap<Db, () => void>()

/** Notes that a job was put into the outbox, so that it is handed over, after the commit if in a transaction. */
export function noteOutbox(db: Db | Tx): void {
  filled.add(db)
  // Outside a transaction, the listener is told at once.
  listenerOf.get(db)?.()
}

/** Tells the listener of the database about a committed transaction, if it has put a job into the outbox. */
export function tellOfOutbox(db: Db, tx: Tx): void {
  if (filled.has(tx)) listenerOf.get(db)?.()
}

/** Sets the database's one listener, called after each commit that filled the outbox. It must not throw. */
export function onOutboxFilled(db: Db, listener: () => void): void {
  listenerOf.set(db, listener)
}

/**
 * Moves the jobs of the outbox, which are mails, to the job queue, those with a lower priority first, then in the order
 * of their ids, while fewer than `most` that come before the next one are due there. So thousands of reminders delay no
 * mail of an order. Returns whether jobs are left. Jobs with the same key become one, whose payload is the list of
 * theirs.
 */
export async function handOutboxOver(db: Db, { most = MOST_IN_QUEUE } = {}): Promise<boolean> {
  let moved = 0
  do moved = await moveJobs(db, most)
  while (moved > 0)
  return isOutboxFilled(db)
}

/** Tells whether jobs wait in the outbox. */
export async function isOutboxFilled(db: Db): Promise<boolean> {
  const { rows } = await sql`select from outbox limit 1`.execute(db)
  return rows.length > 0
}

/** Moves the jobs of the outbox that have room in the queue in one statement. Returns their number. */
async function moveJobs(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with due as (
      select priority, count(*) from graphile_worker._private_jobs
      where is_available and run_at <= now() and flags ? ${OUTBOX_FLAG} group by priority
    ), next as (
      select id, priority, row_number() over (order by priority, id) as place from outbox
      order by priority, id limit ${most}
    ), taken as (
      delete from outbox where id = any(array(
        select id from next
        where place + coalesce((select sum(count) from due where due.priority <= next.priority), 0) <= ${most}
      ))
      returning *
    ), plain as (
      select job.id from (
        select array_agg(
          (task, payload, null, run_at, null, null, priority, array[${MAIL_FLAG}, ${OUTBOX_FLAG}])::graphile_worker.job_spec order by id
        ) as specs from taken where job_key is null
      ) as all_of_them
      cross join lateral graphile_worker.add_jobs(specs) as job where specs is not null
    ), keyed as (
      select job.id from (
        select task, job_key, max(run_at) as run_at, json_agg(part order by id, position) as payload
        from taken cross join lateral json_array_elements(payload) with ordinality as list (part, position)
        where job_key is not null group by task, job_key
      ) as merged
      cross join lateral graphile_worker.add_job(
        task, payload, run_at => run_at, job_key => job_key, flags => array[${MAIL_FLAG}, ${OUTBOX_FLAG}]
      ) as job
    )
    select count(*) as taken, (select count(*) from plain) as plain, (select count(*) from keyed) as keyed from taken`.execute(
    db,
  )
  return rows[0]?.taken ?? 0
}
