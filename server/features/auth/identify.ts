import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Caller } from '#server/http/serve.ts'
import { selectLiveSession, updateLastUsed } from './auth.sql.ts'
import { hashOfSession } from './session-ids.ts'

/**
 * Reads the caller of a request from its Authorization header and the database. Locked or deleted users and ended
 * sessions are rejected on the next request. Notes the use of the session, at most every 15 minutes. Returns undefined
 * without a header; throws `not_signed_in` for an invalid one.
 */
export async function identify(
  { db, tokens, settings }: AppContext,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  if (!authorization) return undefined
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  const signed = token ? tokens.read(token) : undefined
  if (!signed) throw problem('not_signed_in')
  const sessionHash = hashOfSession(signed.sessionId)
  const wanted = { sessionHash, tokenExpiresAt: signed.expiresAt, idleHours: settings.SESSION_IDLE_HOURS }
  const session = await selectLiveSession(db, wanted)
  if (!session) throw problem('not_signed_in')
  if (session.isUseOutdated) await updateLastUsed(db, sessionHash)
  const { userId, emailVerifiedAt } = session
  const lacksSecondFactor =
    settings.REQUIRE_SECOND_FACTOR && (session.isAdmin || session.isStaff) && !session.secondFactorSince
  return {
    userId,
    sessionHash,
    isAdmin: session.isAdmin && !lacksSecondFactor,
    isStaff: (session.isAdmin || session.isStaff) && !lacksSecondFactor,
    lacksSecondFactor,
    isEmailVerified: !settings.VERIFY_EMAIL || emailVerifiedAt !== null,
  }
}
