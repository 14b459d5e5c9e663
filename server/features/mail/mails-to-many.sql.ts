import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { withCause } from '#server/db/job-payload.ts'
import { noteOutbox } from '#server/db/outbox.sql.ts'
import { PRIORITY_OF_MAILS_TO_MANY } from '#server/jobs/mail-priorities.ts'

/** Selects the payload of a mail with these facts to the customer that an expression names. */
export const payloadTo = (customer: RawBuilder<unknown>, facts: object): RawBuilder<unknown> =>
  sql`${JSON.stringify(withCause(facts))}::jsonb || jsonb_build_object('to', ${customer}) as payload`

/** Selects the given payloads. */
export const listed = (payloads: readonly object[]): RawBuilder<unknown> =>
  sql`select unnest(${payloads.map((payload) => JSON.stringify(payload))}::text[]) as payload`

/**
 * Enqueues a mail for each of the given payloads, rows with a column `payload` of JSON, in one statement: one for each
 * took eight seconds for 10,000 customers. They wait in the outbox, because each search for a job passes over all mails
 * in the queue while the mail server is busy.
 */
export async function enqueueMailsToMany(
  tx: Tx,
  task: string,
  payloads: RawBuilder<unknown>,
  priority = PRIORITY_OF_MAILS_TO_MANY,
): Promise<void> {
  noteOutbox(tx)
  await sql`
    insert into outbox (task, payload, priority)
    select ${task}::text, payload::json, ${priority}::int from (${payloads}) as mails`.execute(tx)
}
