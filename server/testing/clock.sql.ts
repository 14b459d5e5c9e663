import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/** Shifts the shop's clock relative to real time, immediately and for all servers. Needs the owner's connection. */
export async function shiftClock(owner: Db, by: string): Promise<void> {
  await sql`
    create or replace function shop_now() returns timestamptz language sql stable parallel safe as ${sql.lit(
      `select statement_timestamp() + interval '${by}'`,
    )}`.execute(owner)
}
