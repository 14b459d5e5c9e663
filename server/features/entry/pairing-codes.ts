import { randomInt, timingSafeEqual } from 'node:crypto'
import { PAIRING_CODE_DIGITS } from '#domain/entry/entry.ts'
import type { AppContext } from '#server/context.ts'

/** Creates the code of a pairing. */
export function newPairingCode(): string {
  return String(randomInt(10 ** PAIRING_CODE_DIGITS)).padStart(PAIRING_CODE_DIGITS, '0')
}

/** Hashes the code of a pairing for storage. Keyed, because all codes are quickly tried. */
export function hashOfPairing({ tokens }: Pick<AppContext, 'tokens'>, code: string): Buffer {
  return tokens.keyedHash('entry pairings', code)
}

/**
 * Returns the code of a pairing as the link of its QR code has it: with a proof of 128 bits, so that it cannot be
 * guessed.
 */
export function linkedCode(context: Pick<AppContext, 'tokens'>, code: string): string {
  return `${code}-${proofOf(context, code).toString('base64url')}`
}

/** Reads a code that was typed or comes from a link. Undefined for a link with a wrong proof. */
export function readPairingCode(context: Pick<AppContext, 'tokens'>, given: string): string | undefined {
  const code = given.slice(0, PAIRING_CODE_DIGITS)
  if (isTyped(given)) return code
  const proof = Buffer.from(given.slice(PAIRING_CODE_DIGITS + 1), 'base64url')
  const expected = proofOf(context, code)
  return proof.length === expected.length && timingSafeEqual(proof, expected) ? code : undefined
}

/** Tells whether a code of a pairing was typed, and so may be guessed. */
export const isTyped = (given: string) => given.length === PAIRING_CODE_DIGITS

const proofOf = ({ tokens }: Pick<AppContext, 'tokens'>, code: string) =>
  tokens.keyedHash('links of entry pairings', code).subarray(0, 16)
