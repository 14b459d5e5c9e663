import { sql } from 'kysely'
import type { ShowId, UserId } from '#domain/ids.ts'
import { MAIL_FLAG } from '#server/db/jobs.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { withCause } from '#server/db/job-payload.ts'
import { PRIORITY_OF_MAILS_TO_MANY } from '#server/mail-priorities.ts'
import { isHeldBy, selectFromMailedTickets } from '../mailed-items.sql.ts'

/** A mail about live codes to a person whose tickets were sent before. The tickets are read when it is sent. */
export type LiveCodeMail = { to: UserId; showId: ShowId }

/** Enqueues one mail to everybody who has bought tickets of a show, unless it is over or cancelled. */
export async function enqueueLiveCodeMails(tx: Tx, showId: ShowId): Promise<void> {
  await sql`
    select job.id
    from (
      select distinct coalesce(holder_id, user_id) as holder_id
      from tickets join event_shows on event_shows.id = event_show_id
      where event_show_id = ${showId} and state = 'BOUGHT' and coalesce(holder_id, user_id) is not null
        and event_shows.ends_at > shop_now() and event_shows.cancelled_at is null
    ) as holders
    cross join lateral graphile_worker.add_job(
      'send-live-code-mail',
      payload => (${JSON.stringify(withCause({ showId }))}::jsonb || jsonb_build_object('to', holder_id))::json,
      job_key => concat('live-codes-', ${showId}::int, '-', holder_id),
      priority => ${PRIORITY_OF_MAILS_TO_MANY}::int, flags => array[${MAIL_FLAG}]
    ) as job`.execute(tx)
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
