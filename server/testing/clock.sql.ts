import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/** Sets the shop's clock on, or back, from the real time: at once, for all servers and in the middle of what they do. */
export async function shiftClock(db: Db, by: string): Promise<void> {
  await sql`
    create or replace function shop_now() returns timestamptz language sql stable parallel safe as ${sql.lit(
      `select statement_timestamp() + interval '${by}'`,
    )}`.execute(db)
}
