import { problem } from '#domain/problem.ts'
import { Batcher, Refusal } from '#server/concurrency/batcher.ts'
import type { AppContext } from '#server/context.ts'
import { isFaultOfAll } from '#server/db/connection.ts'
import type { Caller } from '#server/http/serve.ts'
import { type LiveSession, selectLiveSessions, updateLastUsed } from './auth.sql.ts'
import { hashOfSession } from './session-ids.ts'

type SessionWanted = { sessionHash: Buffer; tokenExpiresAt: Date }
type Identify = (authorization: string | undefined) => Promise<Caller | undefined>

/** More than one, so that a new request does not wait for the whole statement of earlier ones. */
const LANES = 2
const BATCH = 200
const MAX_WAITING = 10_000

/**
 * Returns a function that reads the caller of a request from its Authorization header and the database. Locked or
 * deleted users and ended sessions are rejected on the next request: each is read by a statement that begins after its
 * request arrived, together with those of other requests. Notes the use of the session, at most every 15 minutes. The
 * function returns undefined without a header, and throws `not_signed_in` for an invalid one.
 */
export function identifyWith({ db, tokens, settings }: AppContext): Identify {
  const limits = { size: BATCH, lanes: LANES, maxWaiting: MAX_WAITING, isShared: isFaultOfAll }
  const lookups = new Batcher<SessionWanted, LiveSession>(limits, async (wanted) => {
    const found = await selectLiveSessions(db, wanted, settings.SESSION_IDLE_HOURS)
    return found.map((session) => session ?? new Refusal(problem('not_signed_in')))
  })

  return async (authorization) => {
    if (!authorization) return undefined
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    const signed = token ? tokens.read(token) : undefined
    if (!signed) throw problem('not_signed_in')
    const sessionHash = hashOfSession(signed.sessionId)
    const session = await lookups.ask({ sessionHash, tokenExpiresAt: signed.expiresAt })
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
}
