import { sql } from 'kysely'
import type { Paging } from '#contract/fields.ts'
import type { PublicSessionId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { isLive } from '#server/features/auth/auth.sql.ts'
import { pageOf } from '#server/db/paged.ts'

type Asked = Paging & { userId: UserId; sessionHash: Buffer; idleHours: number | undefined }

/** Lists the live sessions of a user, the most recently used one first. `isCurrent` marks the given one. */
export function selectOwnSessions(db: Db, { userId, sessionHash, idleHours, ...paging }: Asked) {
  const lastUsedAt = sql<Date>`coalesce(last_used_at, created_at)`
  const found = db
    .selectFrom('sessions')
    .select([
      'public_id as id',
      'created_at as createdAt',
      lastUsedAt.as('lastUsedAt'),
      'device',
      sql<boolean>`id_hash = ${sessionHash}`.as('isCurrent'),
    ])
    .where('user_id', '=', userId)
    .where(isLive(idleHours))
    .orderBy(lastUsedAt, 'desc')
    .orderBy('public_id', 'desc')
  return pageOf(found, paging)
}

export function selectSessionOwner(db: Db, id: PublicSessionId) {
  return db.selectFrom('sessions').select('user_id as userId').where('public_id', '=', id).executeTakeFirst()
}

/** Deletes a session of a user. Does nothing to sessions of others. */
export async function deleteOwnSession(db: Db, userId: UserId, id: PublicSessionId): Promise<void> {
  await db.deleteFrom('sessions').where('public_id', '=', id).where('user_id', '=', userId).execute()
}
