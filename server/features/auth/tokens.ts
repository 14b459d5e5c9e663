import { createSigner, createVerifier } from 'fast-jwt'
import type { UserId } from '#domain/ids.ts'

/** How long a session lasts (specification, section 9). */
export const SESSION_DAYS = 7
const LIFETIME_MS = SESSION_DAYS * 24 * 60 * 60 * 1000

type Claims = { userId: UserId; sessionId: string; isAdmin: boolean }

/** Makes and checks session tokens: JWT, HS256 and nothing else, seven days. */
export type Tokens = {
  sign: (claims: Claims) => string
  /** The session a token names; undefined for one that is forged, expired or no token at all. */
  sessionOf: (token: string) => string | undefined
}

/** Tokens signed with a secret of at least 32 characters. `rol` is for display: who asks is read from the database. */
export function tokensWith(secret: string): Tokens {
  const signToken = createSigner({ key: secret, algorithm: 'HS256', expiresIn: LIFETIME_MS })
  const verifyToken = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    maxAge: LIFETIME_MS,
  })
  return {
    sign: ({ userId, sessionId, isAdmin }) =>
      signToken({ sub: String(userId), sid: sessionId, rol: isAdmin ? ['ROLE_ADMIN', 'ROLE_USER'] : ['ROLE_USER'] }),
    sessionOf: (token) => {
      try {
        if (!isSpelledAsSigned(token)) return undefined
        const { sid } = verifyToken(token) as { sid: unknown }
        return typeof sid === 'string' && UUID.test(sid) ? sid : undefined
      } catch {
        return undefined
      }
    },
  }
}

// Base64 has more than one spelling of the same bytes; a token has one.
function isSpelledAsSigned(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
