import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/** Inserts one row in one commit: the lower bound of any durable write. */
export async function insertBare(db: Db): Promise<void> {
  await sql`insert into settings (name, value) values (gen_random_uuid()::text, 'bench')`.execute(db)
}

/** Takes a gapless number, inserts one row and commits, in one statement: the lower bound of numbering. */
export async function insertNumbered(db: Db): Promise<void> {
  await sql`
    with counter as (
      insert into invoice_counters as counter (year, last_number) values (1, 1)
      on conflict (year) do update set last_number = counter.last_number + 1
      returning last_number
    )
    insert into settings (name, value) select 'bench ' || last_number, 'bench' from counter`.execute(db)
}
