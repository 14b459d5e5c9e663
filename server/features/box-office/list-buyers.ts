import type { Paged } from '#contract/fields.ts'
import type { Buyer } from '#contract/box-office.ts'
import type { Db } from '#server/db/connection.ts'
import { selectBuyers } from './box-office.sql.ts'

/** Finds up to ten customers by name or email; nobody for an empty text. */
export async function listBuyers(db: Db, text = ''): Promise<Paged<Buyer>> {
  const elements = text.trim() === '' ? [] : await selectBuyers(db, text)
  return { total: elements.length, elements }
}
