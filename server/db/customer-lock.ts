import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { sql } from 'kysely'
import type { Tx } from './connection.ts'
import { oneOf } from './one-of.ts'

/**
 * Locks the rows of several customers in the lock order, also of locked and deleted ones: the shop owes them, too.
 */
export async function lockCustomers(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', oneOf(userIds)).orderBy('id').forNoKeyUpdate().execute()
}

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

/**
 * Locks those customers whose row no other transaction locks, in the lock order, and returns them. Leaves out locked
 * and deleted accounts.
 */
export async function lockFreeCustomers(tx: Tx, userIds: readonly UserId[]): Promise<Set<UserId>> {
  const { rows } = await sql<{ id: UserId }>`
    select id from users where id = any(${userIds}::int[]) and deleted_at is null and not is_locked
    order by id for no key update skip locked`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
