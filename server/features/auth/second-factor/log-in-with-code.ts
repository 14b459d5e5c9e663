import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { startSession } from '../start-session.ts'
import { type PendingLogin, markOf } from './pending-login.ts'
import { spendCode } from './spend-code.ts'

type SecondStep = { login: PendingLogin; code: string; device: string }

/**
 * Finishes a login whose password was right: uses up the code, creates a session and returns its token. Throws
 * `second_factor_wrong`, or `login_expired` if the password was changed or the account locked or deleted meanwhile.
 */
export async function logInWithCode(
  context: Pick<AppContext, 'db' | 'tokens'>,
  { login, code, device }: SecondStep,
): Promise<string> {
  const { db, tokens } = context
  const user = await selectUser(db, login.userId)
  if (!user || markOf(tokens, user.passwordHash) !== login.passwordMark) throw problem('login_expired')
  await spendCode(context, login.userId, code)
  const token = await startSession(context, { user, device, hasShownCode: true })
  if (!token) throw problem('login_expired')
  return token
}
