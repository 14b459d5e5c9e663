import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A new token: 32 random bytes. */
export function newResetToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token: with it alone nobody can make the link. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What is kept of a request: keyed by the token, which is not kept, so that it tells nothing of the password. */
export function hashOfRequest(token: string, email: string, password: string): Buffer {
  return createHmac('sha256', token)
    .update(JSON.stringify([email.toLowerCase(), password]))
    .digest()
}
