import { createHash, randomBytes } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { replaceRecoveryCodes } from './second-factor.sql.ts'

const CODES = 10
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const CHARACTERS = 16
const GROUP = /.{4}(?=.)/g

/** Replaces the recovery codes of a user by ten new ones and returns them, in groups of four characters. */
export async function renewCodes(tx: Tx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOfRecoveryCode(userId, code)),
  )
  return codes.map((code) => code.replaceAll(GROUP, '$&-'))
}

/** Tells a recovery code from a code of the app. */
export function isRecoveryCode(code: string): boolean {
  return code.length === CHARACTERS
}

/** Hashes a recovery code for storage. It needs no key: 80 random bits cannot be guessed. */
export function hashOfRecoveryCode(userId: UserId, code: string): Buffer {
  return createHash('sha256').update(`${userId} ${code}`).digest()
}

/** Creates a code of 16 characters: five random bits each. */
function newCode(): string {
  return Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
