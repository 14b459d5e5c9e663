import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from '#server/db/connection.ts'

/**
 * One customer's purchases happen one after the other: what limits count and what points pay is decided under this
 * lock. The first lock of every transaction that takes more than one. Throws `not_signed_in` for who is gone by now.
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
