import { sql } from 'kysely'
import type { ShowId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { isHeldBy, selectFromMailedTickets } from '../mailed-items.sql.ts'
import { enqueueMailsToMany, payloadTo } from '../mails-to-many.sql.ts'

const LIVE_CODE_TASK = 'send-live-code-mail'

/** A mail about live codes to a person whose tickets were sent before. The tickets are read when it is sent. */
export type LiveCodeMail = { to: UserId; showId: ShowId }

/**
 * Enqueues one mail to everybody who has bought tickets of a show, unless it is over or cancelled. Replaces those that
 * wait in the outbox.
 */
export async function enqueueLiveCodeMails(tx: Tx, showId: ShowId): Promise<void> {
  const payloads = sql`
    select distinct ${payloadTo(sql`coalesce(holder_id, user_id)`, { showId })}
    from tickets join event_shows on event_shows.id = event_show_id
    where event_show_id = ${showId} and state = 'BOUGHT' and coalesce(holder_id, user_id) is not null
      and event_shows.ends_at > shop_now() and event_shows.cancelled_at is null`
  await sql`delete from outbox where task = ${LIVE_CODE_TASK} and (payload->>'showId')::int = ${showId}`.execute(tx)
  await enqueueMailsToMany(tx, LIVE_CODE_TASK, payloads)
}

/** Reads the tickets that a person has of a show with live codes. */
export function selectLiveTickets(db: Db, { to, showId }: LiveCodeMail) {
  return selectFromMailedTickets(db)
    .where(isHeldBy(to))
    .where('tickets.event_show_id', '=', showId)
    .where('tickets.state', '=', 'BOUGHT')
    .where('event_shows.live_codes', '=', true)
    .execute()
}
