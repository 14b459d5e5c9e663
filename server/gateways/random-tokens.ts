import { createHash, randomBytes } from 'node:crypto'

/** Creates a token: 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a token for storage. The stored hash cannot be turned back into a token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
