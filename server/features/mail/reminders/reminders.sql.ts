import { sql } from 'kysely'
import type { ShowId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { withCause } from '#server/db/job-payload.ts'
import { PRIORITY_OF_REMINDERS } from '#server/jobs/mail-priorities.ts'
import { isHeldBy, selectFromMailedTickets } from '../mailed-items.sql.ts'
import { enqueueMailsToMany, listed } from '../mails-to-many.sql.ts'

/** Limits the reminders of one transaction. */
export const REMINDER_BATCH = 500

export type Reminder = { to: UserId; showId: ShowId }

/**
 * Notes the reminders that are due and returns them: customers with bought tickets of a show in the next 24 hours, who
 * want reminders and bought before that. A concurrent server that notes the same one gets nothing for it.
 */
export async function insertDueReminders(tx: Tx): Promise<Reminder[]> {
  const { rows } = await sql<Reminder>`
    insert into show_reminders (user_id, event_show_id)
    select distinct users.id, event_shows.id
    from event_shows
    join tickets on tickets.event_show_id = event_shows.id and tickets.state = 'BOUGHT'
    join users on users.id = coalesce(tickets.holder_id, tickets.user_id)
    where event_shows.starts_at > shop_now() and event_shows.starts_at <= shop_now() + interval '24 hours'
      and tickets.bought_at < event_shows.starts_at - interval '24 hours'
      and users.wants_reminders and users.deleted_at is null and not users.is_locked
      and not exists (
        select from show_reminders as sent
        where sent.user_id = users.id and sent.event_show_id = event_shows.id)
    order by users.id, event_shows.id
    limit ${REMINDER_BATCH}
    on conflict do nothing
    returning user_id as "to", event_show_id as "showId"`.execute(tx)
  return rows
}

/** Enqueues the mails of reminders. */
export async function enqueueReminders(tx: Tx, reminders: readonly Reminder[]): Promise<void> {
  const priority = PRIORITY_OF_REMINDERS
  await enqueueMailsToMany(tx, 'send-reminder', listed(reminders.map((reminder) => withCause(reminder))), priority)
}

/** Reads the tickets that a reminder names: those that the customer still has, of a show that has not started. */
export function selectTicketsToRemindOf(db: Db, { to, showId }: Reminder) {
  return selectFromMailedTickets(db)
    .where(isHeldBy(to))
    .where('tickets.event_show_id', '=', showId)
    .where('tickets.state', '=', 'BOUGHT')
    .where('event_shows.starts_at', '>', sql<Date>`shop_now()`)
    .execute()
}

/** Turns off the reminders of a user. Does nothing for a deleted one. */
export async function updateNoReminders(db: Db, userId: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set({ wants_reminders: false })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}
