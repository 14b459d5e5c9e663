import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { Tokens } from './tokens.ts'

/** Creates a token for a link: 32 random bytes. */
export function newToken(): string {
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

/** Creates a code of six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Hashes a user's code for storage. Keyed, because a code is easy to guess. */
export function hashOfCode(tokens: Tokens, userId: UserId, code: string): Buffer {
  return tokens.keyedHash('confirmation code', `${userId} ${code}`)
}
