import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectLiveSession } from './auth.sql.ts'

type Identity = { userId: UserId; sessionId: string; isAdmin: boolean }

/**
 * Who a request's Authorization header stands for, read from the database each time: a locked or deleted user and an
 * ended session are out with the next request. Undefined without a header; throws `not_signed_in` for a bad one.
 */
export async function identify(
  { db, tokens }: AppContext,
  authorization: string | undefined,
): Promise<Identity | undefined> {
  if (!authorization) return undefined
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  const sessionId = token && tokens.sessionOf(token)
  const session = sessionId && (await selectLiveSession(db, sessionId))
  if (!session) throw problem('not_signed_in')
  return { userId: session.userId, sessionId, isAdmin: session.isAdmin }
}
