import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { insertSession, selectUserByEmail } from './auth.sql.ts'
import { isPassword } from '#server/gateways/passwords.ts'
import { SESSION_DAYS } from './tokens.ts'

/**
 * Creates a session and returns its token. Neither the answer nor its timing reveals whether the address has an
 * account.
 */
export async function logIn(
  { db, tokens }: AppContext,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const user = await selectUserByEmail(db, email)
  const isRight = await isPassword(user?.passwordHash, password)
  const sessionId =
    user && isRight
      ? await insertSession(db, { userId: user.id, passwordHash: user.passwordHash, days: SESSION_DAYS })
      : undefined
  if (!user || !sessionId) throw problem('wrong_credentials')
  return `Bearer ${tokens.sign({ userId: user.id, sessionId, isAdmin: user.isAdmin })}`
}
