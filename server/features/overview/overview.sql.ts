import { sql } from 'kysely'
import type { Overview } from '#contract/overview.ts'
import type { Db } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { paymentNeeds } from '#server/db/payment-needs.sql.ts'
import { isShowPublished } from '#server/db/published.sql.ts'

/** Counts what waits for an administrator. */
export async function selectWaiting(db: Db): Promise<Overview['waiting']> {
  const { rows } = await sql<Overview['waiting']>`
    select
      (select count(*) from merchandise_products where state = 'PENDING') as products,
      (select count(*) from graphile_worker.jobs
        where attempts >= max_attempts and task_identifier in ('send-mail', 'send-invoice-mail', 'send-confirmation', 'send-reminder'))
        as "failedMails",
      (select count(*) from event_shows where cancelled_at is not null and cancellation_done_at is null)
        as cancellations,
      (select count(*) from event_shows as one
        where one.starts_at > ${now} and one.cancelled_at is null and exists (
          select from event_shows as other
          where other.id <> one.id and other.cancelled_at is null
            and (other.location_id = one.location_id or other.artist_id = one.artist_id)
            and other.starts_at < one.ends_at and other.ends_at > one.starts_at))
        as conflicts,
      (select count(*) from payments where exists ${paymentNeeds}) as payments,
      (select count(*) from bank_movements where state = 'OPEN') as movements`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database counted nothing.')
  return row
}

/** Tells what the shop has of all that its first sale needs. */
export async function selectHas(db: Db): Promise<Overview['has']> {
  const { rows } = await sql<Overview['has']>`
    select
      exists (select from locations) as location,
      exists (select from seating_plans) as "seatingPlan",
      exists (select from artists) as artist,
      exists (select from events) as event,
      exists (select from event_shows) as show,
      exists (select from event_shows where ${isShowPublished}) as "publishedShow"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database answered nothing.')
  return row
}
