import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

export async function selectHasEvent(db: Db): Promise<boolean> {
  return (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Tells the planner what has come in: until then it takes the indexes of text searches for too expensive. */
export async function analyzeShop(db: Db): Promise<void> {
  await sql`vacuum analyze`.execute(db)
}
