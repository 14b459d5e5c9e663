import { createHmac, randomInt } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { Tokens } from './tokens.ts'

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
