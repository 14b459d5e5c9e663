import { createSigner, createVerifier } from 'fast-jwt'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectNow } from '#server/db/now.ts'
import type { Tokens } from '../tokens.ts'

const PURPOSE = 'login with a second factor'
const LIFETIME_MS = 5 * 60_000

/** A login whose password was right, before the code. It opens nothing. */
export type PendingLogin = {
  userId: UserId
  /** Tells whether the password is still the same. */
  passwordMark: string
}

/**
 * Signs the token of the second step of a login. Its key differs from that of session tokens, so neither is accepted
 * as the other. Valid for five minutes from `now`, and until the password changes.
 */
export function signLogin(tokens: Tokens, user: { id: UserId; passwordHash: string }, now: Date): string {
  const sign = createSigner({
    key: tokens.deriveKey(PURPOSE),
    algorithm: 'HS256',
    expiresIn: LIFETIME_MS,
    clockTimestamp: now.getTime(),
  })
  return sign({ sub: String(user.id), mark: markOf(tokens, user.passwordHash) })
}

/** Reads the token of the second step. Throws `login_expired` for a forged, expired or malformed one. */
export async function readLogin(
  { db, tokens }: Pick<AppContext, 'db' | 'tokens'>,
  token: string,
): Promise<PendingLogin> {
  const now = await selectNow(db)
  try {
    const verify = createVerifier({
      key: tokens.deriveKey(PURPOSE),
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'mark', 'iat', 'exp'],
      maxAge: LIFETIME_MS,
      clockTimestamp: now.getTime(),
    })
    const { sub, mark } = verify(token) as { sub: string; mark: string }
    return { userId: Number(sub) as UserId, passwordMark: mark }
  } catch {
    throw problem('login_expired')
  }
}

/** Derives a text from the hash of a password that tells nothing about it. */
export function markOf(tokens: Tokens, passwordHash: string): string {
  return tokens.keyedHash(PURPOSE, passwordHash).toString('base64url')
}
