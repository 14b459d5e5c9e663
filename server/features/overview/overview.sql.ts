import { sql } from 'kysely'
import type { Overview } from '#contract/overview.ts'
import type { Db } from '#server/db/connection.ts'
import { MAIL_FLAG } from '#server/db/jobs.sql.ts'
import { now } from '#server/db/now.ts'
import { paymentNeeds } from '#server/db/payment-needs.sql.ts'
import { isShowPublished } from '#server/db/published.sql.ts'

/** Counts what waits for an administrator. */
export async function selectWaiting(db: Db): Promise<Overview['waiting']> {
  const { rows } = await sql<Overview['waiting']>`
    select
      (select count(*) from merchandise_products where state = 'PENDING') as products,
      (select count(*) from graphile_worker.jobs where attempts >= max_attempts and flags ? ${MAIL_FLAG}) as "failedMails",
      (select count(*) from event_shows where cancelled_at is not null and cancellation_done_at is null)
        as cancellations,
      ${countConflicts} as conflicts,
      (select count(*) from payments where exists ${paymentNeeds}) as payments,
      (select count(*) from bank_movements where state = 'OPEN') as movements`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database counted nothing.')
  return row
}

/**
 * Counts the coming shows that overlap another one of their location or artist. In the order of their starts, a show
 * overlaps an earlier one that has not ended, or the next one.
 */
const countConflicts = sql<number>`(
  select count(*) from (
    select starts_at,
      max(ends_at) over before_there > starts_at or lead(starts_at) over there < ends_at as is_location_taken,
      max(ends_at) over before_them > starts_at or lead(starts_at) over them < ends_at as is_artist_taken
    from event_shows where ends_at > ${now} and cancelled_at is null
    window there as (partition by location_id order by starts_at, id),
      before_there as (there rows between unbounded preceding and 1 preceding),
      them as (partition by artist_id order by starts_at, id),
      before_them as (them rows between unbounded preceding and 1 preceding)
  ) as shows where starts_at > ${now} and (is_location_taken or is_artist_taken))`

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
