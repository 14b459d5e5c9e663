import { sql } from 'kysely'
import { connect, type Db } from '#server/db/connection.ts'

/** Tells whether the shop has no event yet. Only then may the demo be loaded. */
export async function isShopEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Updates the planner's statistics after the import. Without them it avoids the indexes of text searches. */
export async function analyzeShop(ownerUrl: string): Promise<void> {
  const owner = connect(ownerUrl, { max: 1 })
  try {
    await sql`vacuum analyze`.execute(owner)
  } finally {
    await owner.destroy()
  }
}
