import type { UserDetail } from '#contract/users.ts'
import type { AppContext } from '#server/context.ts'
import type { Caller } from '#server/http/serve.ts'
import { getUserDetail } from './get-user-detail.ts'
import { type Profile, updateProfile } from './users.sql.ts'

/**
 * Changes the caller's name, and the address and the wish for reminders if given. Existing invoices keep the old
 * values.
 */
export async function editUser(
  context: Pick<AppContext, 'db' | 'settings'>,
  caller: Caller,
  profile: Profile,
): Promise<UserDetail> {
  await updateProfile(context.db, caller.userId, profile)
  return getUserDetail(context, caller)
}
