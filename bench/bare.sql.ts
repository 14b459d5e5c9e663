import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/** The least that anything can cost that must not be lost: one row, one commit. */
export async function insertBare(db: Db): Promise<void> {
  await sql`insert into settings (name, value) values (gen_random_uuid()::text, 'bench')`.execute(db)
}
