import { sql } from 'kysely'
import type { Db, Tx } from './connection.ts'

/** The current time by the shop's clock, evaluated once per statement. */
export const now = sql<Date>`(select shop_now())`

/** Reads the current time by the shop's clock, which is the database's. */
export async function selectNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select shop_now() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database returned no time.')
  return row.now
}
