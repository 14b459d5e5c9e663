import type { Paged } from '#contract/fields.ts'
import type { Buyer } from '#contract/box-office.ts'
import type { AppContext } from '#server/context.ts'
import { selectBuyers } from './box-office.sql.ts'

/**
 * Finds up to ten customers by name or email; nobody for an empty text. Leaves out accounts that a stranger may have
 * registered.
 */
export async function listBuyers(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  text = '',
): Promise<Paged<Buyer>> {
  const isConfirmed = settings.VERIFY_EMAIL
  const elements = text.trim() === '' ? [] : await selectBuyers(db, { text, isConfirmed })
  return { total: elements.length, elements }
}
