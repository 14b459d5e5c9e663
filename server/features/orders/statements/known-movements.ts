import { createHash } from 'node:crypto'
import { numberEqualMovements } from '#domain/bank-movements.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { selectStoredMovements } from './bank-movements.sql.ts'

/**
 * A movement of a file. `references`: all creditor references in its purpose. `formerFingerprints`: those under which a
 * file without its account may have stored it.
 */
type Movement = {
  bookedOn: string
  amount: number
  references: readonly string[]
  fingerprint: string
  formerFingerprints: readonly string[]
  bankRef: string | null
}

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
 * Tells which of the movements of a file are stored already, and numbers equal ones. A movement with references is
 * known by any of them, its day and its amount, whatever its fingerprint was made of: it was stored with one that named
 * a payment then, and another may name a payment by now.
 */
export async function numberMovements<Found extends Movement>(
  db: Db | Tx,
  found: readonly Found[],
  others: readonly string[] = [],
) {
  const stored = await selectStoredMovements(db, {
    fingerprints: found.flatMap(({ fingerprint, formerFingerprints }) => [fingerprint, ...formerFingerprints]),
    references: found.flatMap(({ references }) => references),
  })
  const byFingerprint = Map.groupBy(stored, ({ fingerprint }) => fingerprint)
  const byReference = Map.groupBy(stored, referenceKey)
  const equalsOf = ({ fingerprint, formerFingerprints, references, bookedOn, amount }: Movement) => {
    const hashed = [fingerprint, ...formerFingerprints].flatMap((known) => byFingerprint.get(known) ?? [])
    const keys = references.map((reference) => referenceKey({ bookedOn, amount, reference }))
    return [...hashed, ...keys.flatMap((key) => byReference.get(key) ?? [])]
  }
  return [...Map.groupBy(found, ({ fingerprint }) => fingerprint)].flatMap(([fingerprint, equal]) => {
    const bankRefs = equal.map(({ bankRef }) => bankRef)
    const numbers = numberEqualMovements(bankRefs, [...new Set(equal.flatMap(equalsOf))])
    return equal.map((movement, index) => {
      const { ordinal = index, isKnown = false, otherOrdinal = null } = numbers[index] ?? {}
      const otherKey = otherOrdinal === null ? null : `${fingerprint}-${otherOrdinal}`
      return otherOrdinal !== null && otherKey !== null && others.includes(otherKey)
        ? { ...movement, ordinal: otherOrdinal, isKnown: false, otherKey: null }
        : { ...movement, ordinal, isKnown, otherKey }
    })
  })
}

type Stored = Awaited<ReturnType<typeof selectStoredMovements>>[number]

const referenceKey = ({ bookedOn, amount, reference }: Pick<Stored, 'bookedOn' | 'amount' | 'reference'>) =>
  [bookedOn, amount, reference].join(' ')
