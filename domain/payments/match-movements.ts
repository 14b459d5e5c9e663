/** The facts of a movement of an account that tell it from others of the same day and amount. */
type Movement = {
  payerName: string
  /** Null if the file names none. */
  payerIban: string | null
  purpose: string
  /** The bank's own reference. Null if the file has none. */
  bankRef: string | null
}

/** A movement of a file. `references`: all creditor references in its purpose, or that of a transfer of the shop. */
export type FileMovement = Movement & {
  bookedOn: string
  amount: number
  fingerprint: string
  /** Those under which a file without its account may have stored it. */
  formerFingerprints: readonly string[]
  references: readonly string[]
}

/** A stored movement. `reference`: that of the references in its purpose which named a payment when it was stored. */
export type StoredMovement = Movement & {
  bookedOn: string
  amount: number
  fingerprint: string
  reference: string | null
}

/**
 * Finds for the movements of a file those that are stored already: by fingerprint, or by day, amount and any of the
 * references, since another one may name a payment by now, or without references by the text and the payer, of which
 * formats of a bank tell more or less. Two references of the bank tell movements apart. Each stored movement stands for
 * one of the file, and as many as possible are found (a maximum matching): a movement that is taken for a new one
 * counts its money twice. If fewer are stored than a file has, those that agree most with them are found.
 */
export function matchMovements<Stored extends StoredMovement>(
  movements: readonly FileMovement[],
  stored: readonly Stored[],
): (Stored | undefined)[] {
  const candidatesOf = candidatesAmong(stored)
  const candidates = movements.map(candidatesOf)
  const holders = new Map<Stored, number>()
  const visited = new Set<Stored>()
  const hopeless = new Set<Stored>()

  /** Finds a free candidate of a movement, or one whose holder finds another. */
  const find = (index: number): boolean => {
    const own = candidates[index] ?? []
    let best: Stored | undefined
    for (const one of own) {
      if (!holders.has(one) && (!best || agreementAt(index, one) > agreementAt(index, best))) best = one
    }
    const found =
      best ?? own.find((one) => !hopeless.has(one) && !visited.has(one) && find(holders.get(visit(one)) ?? -1))
    if (found) holders.set(found, index)
    return found !== undefined
  }
  const visit = (one: Stored) => {
    visited.add(one)
    return one
  }
  const agreementAt = (index: number, one: Stored) => agreement(movements[index] as FileMovement, one)

  const strengths = candidates.map((own, index) =>
    own.reduce((most, one) => Math.max(most, agreementAt(index, one)), Number.NEGATIVE_INFINITY),
  )
  const strongestFirst = [...movements.keys()].toSorted((one, other) => (strengths[other] ?? 0) - (strengths[one] ?? 0))
  for (const index of strongestFirst) {
    // The holders of stored movements that a search in vain has visited never find another one, in no later search.
    if (!find(index)) for (const one of visited) hopeless.add(one)
    visited.clear()
  }

  const matched = new Map([...holders].map(([one, index]) => [index, one]))
  return movements.map((_, index) => matched.get(index))
}

/** Tells how much a movement of a file and a stored one that may be the same agree. */
function agreement(movement: FileMovement, one: StoredMovement): number {
  const hasBankRef = movement.bankRef !== null && movement.bankRef === one.bankRef
  const isOwn = movement.fingerprint === one.fingerprint
  const knowsPayers = movement.payerIban !== null && one.payerIban !== null
  const payer = knowsPayers ? (movement.payerIban === one.payerIban ? 1 : -1) : 0
  const texts = Number(movement.purpose === one.purpose) + Number(movement.payerName === one.payerName)
  return (hasBankRef ? 32 : 0) + (isOwn ? 16 : 0) + 4 * payer + texts
}

/** Returns the function that lists the candidates of a movement: one list for all that have the same. */
function candidatesAmong<Stored extends StoredMovement>(stored: readonly Stored[]) {
  const byFingerprint = Map.groupBy(stored, ({ fingerprint }) => fingerprint)
  const byReference = Map.groupBy(stored, ({ bookedOn, amount, reference }) => keyOf(bookedOn, amount, reference))
  const unnamed = stored.filter(({ reference }) => reference === null).map(withTexts)
  const byDayAndAmount = Map.groupBy(unnamed, ({ movement }) => keyOf(movement.bookedOn, movement.amount, null))
  const lists = new Map<string, readonly Stored[]>()
  return (movement: FileMovement) => {
    const { fingerprint, formerFingerprints, references, bookedOn, amount, bankRef, payerName } = movement
    const fingerprints = [fingerprint, ...formerFingerprints]
    const keys = references.map((reference) => keyOf(bookedOn, amount, reference))
    const key = JSON.stringify([fingerprints, keys, bankRef, payerName])
    const hashed = () => fingerprints.flatMap((known) => byFingerprint.get(known) ?? [])
    const named = () => keys.flatMap((known) => byReference.get(known) ?? [])
    const alike = () =>
      keys.length > 0 ? [] : alikeAmong(byDayAndAmount.get(keyOf(bookedOn, amount, null)) ?? [], movement)
    const mayBe = (one: Stored) => bankRef === null || one.bankRef === null || one.bankRef === bankRef
    const list = lists.get(key) ?? [...new Set([...hashed(), ...named(), ...alike()])].filter(mayBe)
    lists.set(key, list)
    return list
  }
}

/** A movement without references, and what tells it from others of its day and amount. */
type Unnamed<Of extends Movement> = { movement: Of; text: string; words: ReadonlySet<string> }

function withTexts<Of extends Movement>(movement: Of): Unnamed<Of> {
  const words = new Set(movement.payerName.toUpperCase().match(/[0-9A-Z]+/g))
  return { movement, text: plainText(movement.purpose), words }
}

/**
 * Lists the stored movements that no text and no payer tells apart from one. Formats of a bank leave out facts, or add
 * words to a text. Accounts, else names, tell payers apart; names have their words in any order, or fewer of them.
 */
function alikeAmong<Stored extends Movement>(stored: readonly Unnamed<Stored>[], movement: Movement): Stored[] {
  const { text, words } = withTexts(movement)
  const iban = movement.payerIban
  const isAlike = (one: Unnamed<Stored>) =>
    (text.includes(one.text) || one.text.includes(text)) &&
    (iban !== null && one.movement.payerIban !== null
      ? iban === one.movement.payerIban
      : words.isSubsetOf(one.words) || one.words.isSubsetOf(words))
  return stored.filter(isAlike).map((one) => one.movement)
}

/** Leaves of a text what all formats of a bank agree on. */
export const plainText = (text: string) => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')

const keyOf = (bookedOn: string, amount: number, reference: string | null) => [bookedOn, amount, reference].join(' ')
