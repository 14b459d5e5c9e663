import type { Db } from '#server/db/connection.ts'

export async function selectHasEvent(db: Db): Promise<boolean> {
  return (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) !== undefined
}
