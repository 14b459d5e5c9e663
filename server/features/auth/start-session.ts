import type { UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockAccount } from '#server/features/users/users.sql.ts'
import { insertSession } from './auth.sql.ts'
import { hashOfSession, newSessionId } from './session-ids.ts'
import { SESSION_DAYS } from './tokens.ts'

type NewSession = {
  user: { id: UserId; passwordHash: string; isAdmin: boolean; isStaff: boolean }
  /** Browser and operating system in words. */
  device: string
  hasShownCode: boolean
}

/**
 * Creates a session and returns its token after the word Bearer. Logins of one account wait for each other, so that
 * together they keep within its limit of sessions. Returns undefined if the user has been locked or deleted, has
 * another password, or has turned on a second factor meanwhile and shown no code.
 */
export async function startSession(
  { db, tokens }: Pick<AppContext, 'db' | 'tokens'>,
  { user, device, hasShownCode }: NewSession,
): Promise<string | undefined> {
  const { id: userId, passwordHash, isAdmin, isStaff } = user
  const sessionId = newSessionId()
  const session = { sessionHash: hashOfSession(sessionId), userId, passwordHash, device, hasShownCode }
  const [, expiresAt] = await inTransaction(db, (tx) =>
    Promise.all([lockAccount(tx, userId), insertSession(tx, { ...session, days: SESSION_DAYS })]),
  )
  return expiresAt && `Bearer ${tokens.sign({ userId, sessionId, isAdmin, isStaff, expiresAt })}`
}
