import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectNow } from '#server/db/now.ts'
import { isPassword } from '#server/gateways/passwords.ts'
import { selectUserByEmail } from './auth.sql.ts'
import { signLogin } from './second-factor/pending-login.ts'
import { startSession } from './start-session.ts'

type LoginAttempt = {
  email: string
  password: string
  /** Browser and operating system in words. */
  device: string
}

/**
 * Creates a session and returns its token. Neither the answer nor its timing reveals whether the address has an
 * account. With `REGISTER_HIDE_KNOWN` the right password of an unconfirmed address is refused like a wrong one, so that
 * registering and logging in tells nothing either. After the right password, throws `account_locked` for a locked
 * account, and `second_factor_needed` for one with a second factor.
 */
export async function logIn(
  context: Pick<AppContext, 'db' | 'tokens' | 'settings'>,
  { email, password, device }: LoginAttempt,
): Promise<string> {
  const { db, settings } = context
  const user = await selectUserByEmail(db, email)
  const isRight = await isPassword(user?.passwordHash, password)
  const isHidden = settings.REGISTER_HIDE_KNOWN && !user?.emailVerifiedAt
  if (!user || !isRight || isHidden) throw problem('wrong_credentials')
  if (user.isLocked) throw problem('account_locked')
  if (user.secondFactorSince) {
    throw problem('second_factor_needed', { token: signLogin(context.tokens, user, await selectNow(db)) })
  }
  const token = await startSession(context, { user, device, hasShownCode: false })
  if (!token) throw problem('wrong_credentials')
  return token
}
