import { sql } from 'kysely'
import type { Db, Tx } from './connection.ts'

/** The moment by the shop's clock, told once for all rows of a statement. */
export const now = sql<Date>`(select shop_now())`

/** The moment by the shop's one clock, the database's. */
export async function selectNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select shop_now() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database tells no time.')
  return row.now
}
