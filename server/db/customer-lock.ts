import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from './connection.ts'

/**
 * Locks the customer's row, so that purchases of one customer run one after the other and limits and points are checked
 * under the lock. The first lock of every transaction that takes several. Throws `not_signed_in` for a locked or
 * deleted customer.
 */
export async function lockCustomer(tx: Tx, userId: UserId): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('is_locked')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || user.is_locked) throw problem('not_signed_in')
}
