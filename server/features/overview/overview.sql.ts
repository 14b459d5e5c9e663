import { sql } from 'kysely'
import type { Overview } from '#contract/overview.ts'
import type { Db } from '#server/db/connection.ts'

/** Counts what waits for an administrator. */
export async function selectWaiting(db: Db): Promise<Overview['waiting']> {
  const { rows } = await sql<Overview['waiting']>`
    select
      (select count(*) from merchandise_products where state = 'PENDING') as products,
      (select count(*) from graphile_worker.jobs
        where attempts >= max_attempts and task_identifier in ('send-mail', 'send-invoice-mail', 'send-confirmation', 'send-reminder'))
        as "failedMails",
      (select count(*) from event_shows where cancelled_at is not null and cancellation_done_at is null)
        as cancellations`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database counted nothing.')
  return row
}

const DAYS = 30

/** Sums up the invoices of the last 30 days by the calendar of a time zone, the oldest day first. */
export async function selectSalesByDay(db: Db, timeZone: string): Promise<Overview['days']> {
  const today = sql`(shop_now() at time zone ${timeZone}::text)::date`
  const { rows } = await sql<Overview['days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(tickets, 0) as tickets, coalesce(sales, 0) as sales,
      coalesce(refunds, 0) as refunds
    from generate_series(${today} - ${DAYS - 1}::int, ${today}, interval '1 day') as day
    left join (
      select (issued_at at time zone ${timeZone}::text)::date as day,
        sum(tickets.count) as tickets,
        sum(total) filter (where invoice_type = 'NORMAL') as sales,
        sum(total) filter (where invoice_type = 'CANCEL') as refunds
      from invoices
      cross join lateral (
        select count(*) as count from invoice_items
        where invoice_id = invoices.id and ticket_id is not null and invoice_type = 'NORMAL'
      ) as tickets
      where issued_at >= (${today} - ${DAYS - 1}::int)::timestamp at time zone ${timeZone}::text
      group by 1
    ) as sums using (day)
    order by 1`.execute(db)
  return rows
}
