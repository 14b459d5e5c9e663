import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { withCause } from '#server/db/job-payload.ts'
import { enqueue, MAIL_FLAG } from '#server/db/jobs.sql.ts'
import { noteOutbox } from '#server/db/outbox.sql.ts'

/**
 * The mails in the job queue from which on further ones wait in the outbox. While the mail server is busy, each search
 * for another job passes over all of them: 60,000 took 73 ms of the database, many times a second.
 */
const MANY_IN_QUEUE = 1_000

/** `key`: replaces a mail with the same one in the queue. `priority`: mails with a lower one come first. */
type Options = { key?: string; priority?: number }

/**
 * Enqueues a mail: into the job queue, or behind many mails into the outbox, from which the queue is filled up. Mails
 * with a key, of which a client network causes few, always go into the queue, where they replace each other.
 */
export async function enqueueMail(
  db: Db | Tx,
  task: string,
  payload: object,
  { key, priority = 0 }: Options = {},
): Promise<void> {
  if (key !== undefined) return enqueue(db, task, payload, { flag: MAIL_FLAG, priority, key })
  if (!(await areManyInQueue(db))) return enqueue(db, task, payload, { flag: MAIL_FLAG, priority })
  await sql`
    insert into outbox (task, payload, priority)
    values (${task}, ${JSON.stringify(withCause(payload))}::json, ${priority}::int)`.execute(db)
  noteOutbox(db)
}

async function areManyInQueue(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs
    where is_available and flags ? ${MAIL_FLAG} offset ${MANY_IN_QUEUE - 1} limit 1`.execute(db)
  return rows.length > 0
}
