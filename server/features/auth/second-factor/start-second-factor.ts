import { SHOP_NAME } from '#domain/window-title.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { newSecret, uriOf } from '#server/gateways/one-time-codes.ts'
import { isPassword } from '#server/gateways/passwords.ts'
import { upsertSecret } from './second-factor.sql.ts'
import { sealSecret } from './secrets-of-apps.ts'

type Start = { userId: UserId; isEmailVerified: boolean; password: string }

/**
 * Stores a new secret for the caller's app and returns it. It counts once it is confirmed. The password keeps a stolen
 * session from locking the owner out, and the confirmed address keeps out a stranger who registered it: the owner's
 * reset of the password leaves the second factor. Throws `email_not_verified`, `wrong_password` or `second_factor_on`.
 */
export async function startSecondFactor(
  { db, tokens }: Pick<AppContext, 'db' | 'tokens'>,
  { userId, isEmailVerified, password }: Start,
): Promise<{ secret: string; uri: string }> {
  if (!isEmailVerified) throw problem('email_not_verified')
  const user = await selectUser(db, userId)
  if (!user || !(await isPassword(user.passwordHash, password))) throw problem('wrong_password')
  const secret = newSecret()
  await inTransaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    if ((await selectUser(tx, userId))?.secondFactorSince) throw problem('second_factor_on')
    await upsertSecret(tx, userId, sealSecret(tokens, userId, secret))
  })
  return { secret, uri: uriOf(secret, SHOP_NAME, user.email) }
}
