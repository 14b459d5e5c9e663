import type { UserDetail } from '#contract/users.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPointsBalance } from '#server/features/points/points.sql.ts'
import type { Caller } from '#server/http/serve.ts'
import { selectUser } from './users.sql.ts'

/** A user as they see themselves, with the points that count by now. */
export async function getUserDetail(db: Db, { userId, isEmailVerified }: Caller): Promise<UserDetail> {
  const user = await selectUser(db, userId)
  if (!user) throw problem('not_signed_in')
  return { ...user, isEmailVerified, points: await selectPointsBalance(db, userId) }
}
