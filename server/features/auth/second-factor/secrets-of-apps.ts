import type { UserId } from '#domain/ids.ts'
import { seal, unseal } from '#server/gateways/seal.ts'
import type { Tokens } from '../tokens.ts'

const PURPOSE = 'second factor'

/** Encrypts the secret of a user's app for storage. */
export function sealSecret(tokens: Tokens, userId: UserId, secret: string): Buffer {
  return seal(tokens.deriveKey(PURPOSE), String(userId), secret)
}

/** Decrypts the secret of a user's app. Undefined if the key of the tokens has changed since. */
export function openSecret(tokens: Tokens, userId: UserId, sealed: Buffer): string | undefined {
  return unseal(tokens.deriveKey(PURPOSE), String(userId), sealed)
}
