import type { UserDetail } from '#contract/users.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectPointsBalance } from '#server/features/points/points.sql.ts'
import type { Caller } from '#server/http/serve.ts'
import { type Profile, selectUser, updateProfile } from './users.sql.ts'

/** Changes the caller's name, and the address if given. Existing invoices keep the old values. */
export async function editUser(db: Db, { userId, isEmailVerified }: Caller, profile: Profile): Promise<UserDetail> {
  await updateProfile(db, userId, profile)
  const user = await selectUser(db, userId)
  if (!user) throw problem('not_signed_in')
  return { ...user, isEmailVerified, points: await selectPointsBalance(db, userId) }
}
