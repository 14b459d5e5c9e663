import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { LRUCache } from 'lru-cache'
import type { UserId } from '#domain/ids.ts'
import type { TokenRole } from '#domain/roles.ts'

/** Lifetime of a session in days (specification, section 9). */
export const SESSION_DAYS = 7
const KEY_BYTES = 32
const LIFETIME_SECONDS = SESSION_DAYS * 24 * 60 * 60

/** Limits the verified tokens that are remembered, in about 10 MB. */
const MAX_VERIFIED = 20_000

type Claims = { userId: UserId; sessionId: string; isAdmin: boolean; isStaff: boolean; expiresAt: Date }

type SignedSession = { sessionId: string; expiresAt: Date }

/**
 * Signs and verifies session tokens: JWT, HS256 only, valid for seven days. Hashes and derives keys with the same
 * secret. Reads no clock.
 */
export type Tokens = {
  sign: (claims: Claims) => string
  /** Returns the session id and the end of a token, which may be over; undefined for a forged or malformed one. */
  read: (token: string) => SignedSession | undefined
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
  /** The keys of `keyedHash`. There are as many as purposes in the source. */
  const keys = new Map<string, KeyObject>()
  const signToken = createSigner({ key: secret, algorithm: 'HS256' })
  const verifyToken = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    ignoreExpiration: true,
  })
  // A signature does not change. Whether the token and its session are over is checked at each use, in the database.
  const verified = new LRUCache<string, SignedSession>({ max: MAX_VERIFIED })
  return {
    sign: ({ userId, sessionId, isAdmin, isStaff, expiresAt }) => {
      const exp = Math.floor(expiresAt.getTime() / 1_000)
      const iat = exp - LIFETIME_SECONDS
      return signToken({ sub: String(userId), sid: sessionId, rol: rolesOf({ isAdmin, isStaff }), iat, exp })
    },
    read: (token) => {
      const known = verified.get(token)
      if (known) return known
      try {
        if (!isCanonical(token)) return undefined
        const { sid, iat, exp } = verifyToken(token) as Record<string, unknown>
        if (typeof sid !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return undefined
        const expiresAt = new Date(Math.min(exp, iat + LIFETIME_SECONDS) * 1_000)
        if (!(expiresAt.getTime() > 0)) return undefined
        const signed = { sessionId: sid, expiresAt }
        verified.set(token, signed)
        return signed
      } catch {
        return undefined
      }
    },
    keyedHash: (purpose, text) => {
      const key = keys.get(purpose) ?? createSecretKey(hmac(secret, purpose))
      keys.set(purpose, key)
      return hmac(key, text)
    },
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)),
  }
}

function hmac(key: string | KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function rolesOf({ isAdmin, isStaff }: Pick<Claims, 'isAdmin' | 'isStaff'>): readonly TokenRole[] {
  if (isAdmin) return ['ROLE_ADMIN', 'ROLE_USER']
  return isStaff ? ['ROLE_STAFF', 'ROLE_USER'] : ['ROLE_USER']
}

/** Rejects alternative base64 encodings of the same signature bytes. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
