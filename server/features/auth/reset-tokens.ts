import { createHash, createHmac, randomBytes } from 'node:crypto'

/** Creates a token of 32 random bytes. */
export function newResetToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a token for storage. The stored hash cannot be turned back into a link. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Hashes a request for storage, keyed by the token. The token is not stored, so the hash reveals nothing about the
 * password.
 */
export function hashOfRequest(token: string, email: string, password: string): Buffer {
  return createHmac('sha256', token)
    .update(JSON.stringify([email.toLowerCase(), password]))
    .digest()
}
