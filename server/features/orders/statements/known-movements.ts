import { createHash } from 'node:crypto'
import { type FileMovement, matchMovements } from '#domain/payments/match-movements.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { selectStoredMovements } from './bank-movements.sql.ts'

/**
 * Hashes what every file tells of a movement, for the account of its file and for the others of the shop: a CSV names
 * no account, so a stored movement of it has the account that the settings named then.
 */
export function fingerprintsOf([account, ...others]: readonly [string, ...string[]], facts: readonly unknown[]) {
  const of = (iban: string) =>
    createHash('sha256')
      .update(JSON.stringify([iban, ...facts]))
      .digest('base64url')
  return { fingerprint: of(account), formerFingerprints: others.map(of) }
}

/**
 * Tells which of the movements of a file are stored already, and numbers new ones among those of their fingerprint.
 * `otherKey` names one that is stored, unless the bank's reference proves it, as another movement; one that is among
 * `others` is new.
 */
export async function numberMovements<Found extends FileMovement>(
  db: Db | Tx,
  found: readonly Found[],
  others: readonly string[] = [],
) {
  const stored = await selectStoredMovements(db, {
    fingerprints: found.flatMap(({ fingerprint, formerFingerprints }) => [fingerprint, ...formerFingerprints]),
    references: found.flatMap(({ references }) => references),
    unnamed: found.filter(({ references }) => references.length === 0),
  })
  const takeOrdinal = ordinalsAfter(stored)
  const matched = matchMovements(found, stored).map((same, index) => ({ same, movement: found[index] as Found }))
  const fresh = matched.map(({ same, movement }) => (same ? null : takeOrdinal(movement.fingerprint)))
  return matched.map(({ same, movement }, index) => {
    if (!same) return { ...movement, ordinal: fresh[index] ?? 0, isKnown: false, otherKey: null }
    if (movement.bankRef !== null && movement.bankRef === same.bankRef) {
      return { ...movement, ordinal: same.ordinal, isKnown: true, otherKey: null }
    }
    const ordinal = takeOrdinal(movement.fingerprint)
    const otherKey = `${movement.fingerprint}-${ordinal}`
    return others.includes(otherKey)
      ? { ...movement, ordinal, isKnown: false, otherKey: null }
      : { ...movement, ordinal: same.ordinal, isKnown: true, otherKey }
  })
}

/** Returns the function that numbers movements of a fingerprint after the stored ones. */
function ordinalsAfter(stored: readonly { fingerprint: string; ordinal: number }[]): (fingerprint: string) => number {
  const last = new Map<string, number>()
  const use = (fingerprint: string, ordinal: number) =>
    last.set(fingerprint, Math.max(last.get(fingerprint) ?? -1, ordinal))
  for (const { fingerprint, ordinal } of stored) use(fingerprint, ordinal)
  return (fingerprint) => {
    const ordinal = (last.get(fingerprint) ?? -1) + 1
    use(fingerprint, ordinal)
    return ordinal
  }
}
