import { createHash, randomUUID } from 'node:crypto'

/** Creates a session id: 122 random bits as a UUID. Only the token contains it. */
export function newSessionId(): string {
  return randomUUID()
}

/** Hashes a session id for storage. The stored hash cannot be turned back into a token. */
export function hashOfSession(sessionId: string): Buffer {
  return createHash('sha256').update(sessionId).digest()
}
