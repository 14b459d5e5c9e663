import type { UserDetail } from '#contract/users.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectPointsBalance } from '#server/features/points/points.sql.ts'
import type { Caller } from '#server/http/serve.ts'
import { selectUser } from './users.sql.ts'

/** Reads a user as they see themselves, with the points that count by now. */
export async function getUserDetail(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { userId, isEmailVerified }: Caller,
): Promise<UserDetail> {
  const user = await selectUser(db, userId)
  if (!user) throw problem('not_signed_in')
  const points = await selectPointsBalance(db, userId)
  return { ...user, isEmailVerified, points, deletionNeedsPassword: settings.DELETE_NEEDS_PASSWORD }
}
