import { randomInt } from 'node:crypto'
import { PAIRING_CODE_DIGITS } from '#domain/entry.ts'
import type { AppContext } from '#server/context.ts'

/** Creates the code of a pairing. */
export function newPairingCode(): string {
  return String(randomInt(10 ** PAIRING_CODE_DIGITS)).padStart(PAIRING_CODE_DIGITS, '0')
}

/** Hashes the code of a pairing for storage. Keyed, because all codes are quickly tried. */
export function hashOfPairing({ tokens }: Pick<AppContext, 'tokens'>, code: string): Buffer {
  return tokens.keyedHash('entry pairings', code)
}
