import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { insertSession, selectUserByEmail } from './auth.sql.ts'
import { hashOfSession, newSessionId } from './session-ids.ts'
import { isPassword } from '#server/gateways/passwords.ts'
import { SESSION_DAYS } from './tokens.ts'

type LoginAttempt = {
  email: string
  password: string
  /** Browser and operating system in words. */
  device: string
}

/**
 * Creates a session and returns its token. Neither the answer nor its timing reveals whether the address has an
 * account. With `REGISTER_HIDE_KNOWN` the right password of an unconfirmed address is refused like a wrong one, so that
 * registering and logging in tells nothing either.
 */
export async function logIn(
  { db, tokens, settings }: AppContext,
  { email, password, device }: LoginAttempt,
): Promise<string> {
  const user = await selectUserByEmail(db, email)
  const isRight = await isPassword(user?.passwordHash, password)
  const isHidden = settings.REGISTER_HIDE_KNOWN && !user?.emailVerifiedAt
  if (!user || !isRight || isHidden) throw problem('wrong_credentials')
  const sessionId = newSessionId()
  const session = { sessionHash: hashOfSession(sessionId), userId: user.id, passwordHash: user.passwordHash, device }
  if (!(await insertSession(db, { ...session, days: SESSION_DAYS }))) throw problem('wrong_credentials')
  return `Bearer ${tokens.sign({ userId: user.id, sessionId, isAdmin: user.isAdmin })}`
}
