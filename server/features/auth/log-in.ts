import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
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
 * registering and logging in tells nothing either. Throws `second_factor_needed` after the right password of an account
 * with a second factor.
 */
export async function logIn(
  context: Pick<AppContext, 'db' | 'tokens' | 'settings'>,
  { email, password, device }: LoginAttempt,
): Promise<string> {
  const { db, settings } = context
  const user = await selectUserByEmail(db, email)
  const isRight = await isPassword(user?.passwordHash, password)
  const isHidden = settings.REGISTER_HIDE_KNOWN && !user?.emailVerifiedAt
  if (!user || !isRight || isHidden || user.isLocked) throw problem('wrong_credentials')
  if (user.secondFactorSince) throw problem('second_factor_needed', { token: signLogin(context.tokens, user) })
  const token = await startSession(context, { user, device, hasShownCode: false })
  if (!token) throw problem('wrong_credentials')
  return token
}
