import { type RawBuilder, sql } from 'kysely'
import type { DayRange } from '#domain/accounting/figures-period.ts'
import type { Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { invoiceLines } from './invoice-lines.sql.ts'
import { dayOf, isWithin, startOfDay } from '#server/db/shop-days.sql.ts'

/** How long after its end a day is summed up: longer than any transaction, so nothing of the day is missing. */
const GRACE = sql`interval '2 hours'`

const saleColumns = sql`day, show_id, product_id, sold, refunded, sales, refunds, net, quantity, points_spent`
const pointColumns = sql`day, issued, withdrawn, spent`

/** Sums the lines of the invoices that meet a condition by day, show and product. */
export const sumSales = (condition: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> => sql`(
  select ${dayOf('issued_at', timeZone)} as day, event_show_id as show_id, product_id,
    count(*) filter (where sign > 0 and tickets.invoice_id = lines.invoice_id) as sold,
    count(*) filter (where sign < 0 and tickets.refund_invoice_id = lines.invoice_id) as refunded,
    coalesce(sum(gross) filter (where sign > 0), 0) as sales,
    coalesce(sum(gross) filter (where sign < 0), 0) as refunds,
    sum(sign * net) as net,
    sum(sign * quantity) as quantity,
    sum(sign * points_spent) as points_spent
  from ${invoiceLines(condition)} as lines
  left join tickets on tickets.id = lines.ticket_id
  group by 1, 2, 3
)`

/**
 * Sums the entries of the points ledger that meet a condition by day. A moved show takes the points of its tickets back
 * and gives them anew, under the same reason: these entries cancel each other.
 */
export const sumPoints = (condition: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> => sql`(
  select ${dayOf('created_at', timeZone)} as day,
    coalesce(sum(points) filter (where reason = 'TICKET' or points > 0 and reason in ('MERCHANDISE', 'GIFT')), 0) as issued,
    coalesce(-sum(points) filter (where points < 0 and reason in ('TICKET_REFUND', 'MERCHANDISE')), 0) as withdrawn,
    coalesce(-sum(points) filter (where reason = 'REDEEMED'), 0) as spent
  from points_entries where ${condition} group by 1
)`

/** The progress of the sums. None while it is after today: the clock was ahead when they were made. */
const progressIn = (timeZone: string) =>
  sql`summed_until where time_zone = ${timeZone} and day <= (${now} at time zone ${timeZone}::text)::date`

/** The days of a period that are summed up, and those that are not. Either may be empty: `from` after `to`. */
export type SplitPeriod = { summed: DayRange; unsummed: DayRange }

/** Tells which days of a period are summed up. The sums are to be read in the same state of the database. */
export async function splitPeriod(tx: Tx, { from, to }: DayRange, timeZone: string): Promise<SplitPeriod> {
  const { rows } = await sql<{ lastSummed: string; firstUnsummed: string }>`
    select least(day - 1, ${to}::date)::text as "lastSummed", greatest(day, ${from}::date)::text as "firstUnsummed"
    from coalesce((select day from ${progressIn(timeZone)}), ${from}::date) as day`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database returned no day.')
  const { lastSummed, firstUnsummed } = row
  return { summed: { from, to: lastSummed }, unsummed: { from: firstUnsummed, to } }
}

/** Sums the sales of a period by day, show and product. Reads the sums of finished days, and the invoices since. */
export const salesOf = ({ summed, unsummed }: SplitPeriod, timeZone: string): RawBuilder<unknown> => sql`(
  select ${saleColumns} from summed_sales where day between ${summed.from} and ${summed.to}
  union all
  select ${saleColumns} from ${sumSales(isWithin('issued_at', unsummed, timeZone), timeZone)} as unsummed
)`

/** Sums the points of a period by day. Reads the sums of finished days, and the entries since. */
export const pointsOf = ({ summed, unsummed }: SplitPeriod, timeZone: string): RawBuilder<unknown> => sql`(
  select ${pointColumns} from summed_points where day between ${summed.from} and ${summed.to}
  union all
  select ${pointColumns} from ${sumPoints(isWithin('created_at', unsummed, timeZone), timeZone)} as unsummed
)`

/**
 * Sums up the first day that is over and not summed up yet, and returns whether there was one. Begins anew after the
 * shop's time zone has changed, or the clock was ahead. Locks the progress, so that no day is summed up twice.
 */
export async function sumNextDay(tx: Tx, timeZone: string): Promise<boolean> {
  await sql`lock table summed_until in share row exclusive mode`.execute(tx)
  const day = (await selectFirstDayLeft(tx, timeZone)) ?? (await startSumming(tx, timeZone))
  const { rows } = await sql<{ isOver: boolean }>`
    select ${startOfDay(day, timeZone, 1)} + ${GRACE} <= ${now} as "isOver"`.execute(tx)
  if (!rows[0]?.isOver) return false
  const period = { from: day, to: day }
  await sql`
    insert into summed_sales (${saleColumns})
    select ${saleColumns} from ${sumSales(isWithin('issued_at', period, timeZone), timeZone)} as sums`.execute(tx)
  await sql`
    insert into summed_points (${pointColumns})
    select ${pointColumns} from ${sumPoints(isWithin('created_at', period, timeZone), timeZone)} as sums`.execute(tx)
  await sql`update summed_until set day = ${day}::date + 1 where time_zone = ${timeZone}`.execute(tx)
  return true
}

async function selectFirstDayLeft(tx: Tx, timeZone: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from ${progressIn(timeZone)}`.execute(tx)
  return rows[0]?.day
}

async function startSumming(tx: Tx, timeZone: string): Promise<string> {
  await discardSums(tx)
  const { rows } = await sql<{ day: string }>`
    insert into summed_until (time_zone, day)
    select ${timeZone}, (least(
        ${now}, (select min(issued_at) from invoices), (select min(created_at) from points_entries)
      ) at time zone ${timeZone}::text)::date
    returning day::text as day`.execute(tx)
  if (!rows[0]) throw new Error('The database returned no day.')
  return rows[0].day
}

/** Deletes the sums of finished days, which are then made anew. Needed after invoices of the past were written. */
export async function discardSums(tx: Tx): Promise<void> {
  await sql`delete from summed_sales`.execute(tx)
  await sql`delete from summed_points`.execute(tx)
  await sql`delete from summed_until`.execute(tx)
}
