import type { Db } from '#server/db/connection.ts'
import { selectHasEvent } from './shop.sql.ts'

/** Whether nobody has put a programme into this shop yet. */
export async function isShopEmpty(db: Db): Promise<boolean> {
  return !(await selectHasEvent(db))
}
