import { sql } from 'kysely'
import type { ShowId, UserId } from '#domain/ids.ts'
import { withCause } from '#server/db/job-payload.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { selectFromMailedTickets } from '../mailed-items.sql.ts'

/** One thing that changed of a show, in words. */
export type ShownChange = { what: string; from: string; to: string }

/** A mail about one change of a show. The tickets are read when it is sent. */
export type ShowChangeMail = { to: UserId; showId: ShowId; changes: readonly ShownChange[] }

/** Enqueues one mail about a change of a show to every customer with a live ticket, in one statement. */
export async function enqueueShowChangeMails(tx: Tx, showId: ShowId, changes: readonly ShownChange[]): Promise<void> {
  await sql`
    select job.id
    from (
      select distinct user_id from tickets
      where event_show_id = ${showId} and (state = 'BOUGHT' or state = 'RESERVED' and reserved_until > shop_now())
    ) as customers
    cross join lateral graphile_worker.add_job(
      'send-show-change',
      payload => (${JSON.stringify(withCause({ showId, changes }))}::jsonb || jsonb_build_object('to', user_id))::json
    ) as job`.execute(tx)
}

/** Reads the tickets and reservations that a customer has of a show. */
export function selectTicketsToTellOf(db: Db, { to, showId }: ShowChangeMail) {
  return selectFromMailedTickets(db)
    .where('tickets.user_id', '=', to)
    .where('tickets.event_show_id', '=', showId)
    .where(
      sql<boolean>`(tickets.state = 'BOUGHT' or tickets.state = 'RESERVED' and tickets.reserved_until > shop_now())`,
    )
    .execute()
}
