import { type RawBuilder, sql } from 'kysely'
import type { DayRange } from '#domain/accounting/figures-period.ts'
import type { Db } from './connection.ts'

/** Returns today's date of the shop, such as `2026-11-22`. */
export async function selectToday(db: Db, timeZone: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(shop_now() at time zone ${timeZone}::text, 'YYYY-MM-DD') as today`.execute(db)
  return rows[0]?.today ?? ''
}

const HOUR = sql`interval '1 hour'`

/**
 * Returns the moment at which the day `later` days after a day begins. Where clocks go back over midnight, as on the
 * Azores and in Cuba, this is an hour before the midnight that PostgreSQL takes, the second one.
 */
export function startOfDay(day: string, timeZone: string, later = 0): RawBuilder<Date> {
  const date = sql`(${day}::date + ${later}::int)`
  const midnight = sql`(${date}::timestamp at time zone ${timeZone}::text)`
  return sql`(case when ((${midnight} - ${HOUR}) at time zone ${timeZone}::text)::date = ${date}
    then ${midnight} - ${HOUR} else ${midnight} end)`
}

/** Requires that a time is on a day of the period. */
export function isWithin(column: string, { from, to }: DayRange, timeZone: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)} >= ${startOfDay(from, timeZone)}
    and ${sql.ref(column)} < ${startOfDay(to, timeZone, 1)}`
}

/** Returns the day of the shop on which a time is. */
export const dayOf = (column: string, timeZone: string) =>
  sql`(${sql.ref(column)} at time zone ${timeZone}::text)::date`
