import { createHmac, hkdfSync } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { UserId } from '#domain/ids.ts'
import { TOKEN_ROLES, type TokenRole } from '#domain/roles.ts'

/** Lifetime of a session in days (specification, section 9). */
export const SESSION_DAYS = 7
const KEY_BYTES = 32
const LIFETIME_MS = SESSION_DAYS * 24 * 60 * 60 * 1000

type Claims = { userId: UserId; sessionId: string; isAdmin: boolean }

/**
 * Signs and verifies session tokens: JWT, HS256 only, valid for seven days. Hashes and derives keys with the same
 * secret.
 */
export type Tokens = {
  sign: (claims: Claims) => string
  /** Returns the session id of a token; undefined for a forged, expired or malformed one. */
  sessionOf: (token: string) => string | undefined
  /**
   * Hashes a text that is easy to guess, so that nobody without the secret can find it. Each purpose has its own key.
   */
  keyedHash: (purpose: string, text: string) => Buffer
  /** Derives a key of 32 bytes for a purpose (HKDF, RFC 5869). */
  deriveKey: (purpose: string) => Buffer
}

/**
 * Creates tokens signed with a secret of at least 32 characters. `rol` is for display; the server reads roles from the
 * database.
 */
export function tokensWith(secret: string): Tokens {
  const signToken = createSigner({ key: secret, algorithm: 'HS256', expiresIn: LIFETIME_MS })
  const verifyToken = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    maxAge: LIFETIME_MS,
  })
  return {
    sign: ({ userId, sessionId, isAdmin }) => signToken({ sub: String(userId), sid: sessionId, rol: rolesOf(isAdmin) }),
    sessionOf: (token) => {
      try {
        if (!isCanonical(token)) return undefined
        const { sid } = verifyToken(token) as { sid: unknown }
        return typeof sid === 'string' ? sid : undefined
      } catch {
        return undefined
      }
    },
    keyedHash: (purpose, text) => hmac(hmac(secret, purpose), text),
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)),
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

const rolesOf = (isAdmin: boolean): readonly TokenRole[] => (isAdmin ? TOKEN_ROLES : ['ROLE_USER'])

/** Rejects alternative base64 encodings of the same signature bytes. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
