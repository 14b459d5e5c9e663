import { type RawBuilder, sql } from 'kysely'
import type { DayRange } from '#domain/figures-period.ts'
import type { Db } from '#server/db/connection.ts'

/** Returns today's date of the shop, such as `2026-11-22`. */
export async function selectToday(db: Db, timeZone: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(shop_now() at time zone ${timeZone}::text, 'YYYY-MM-DD') as today`.execute(db)
  return rows[0]?.today ?? ''
}

/** Requires that a time is on a day of the period. */
export function isWithin(column: string, { from, to }: DayRange, timeZone: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)} >= ${from}::timestamp at time zone ${timeZone}::text
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${timeZone}::text`
}

/** Returns the day of the shop on which a time is. */
export const dayOf = (column: string, timeZone: string) =>
  sql`(${sql.ref(column)} at time zone ${timeZone}::text)::date`
