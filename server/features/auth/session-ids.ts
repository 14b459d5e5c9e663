import { createHash, randomBytes } from 'node:crypto'

/** Creates a session id: 32 random bytes. Only the token contains it. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a session id for storage. The stored hash cannot be turned back into a token. */
export function hashOfSession(sessionId: string): Buffer {
  return createHash('sha256').update(sessionId).digest()
}
