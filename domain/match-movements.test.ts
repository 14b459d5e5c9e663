import { expect, test } from 'vitest'
import { type FileMovement, matchMovements, type StoredMovement } from './match-movements.ts'

const DAY = { bookedOn: '2026-11-23', amount: 5_000 }
const OURS = 'AT-ours'
const OTHER = 'DE-other'

type Facts = { bankRef?: string; payer?: string }

/** A movement of a file whose purpose has references; the first one names its payment. */
const inFile = (references: string, { bankRef, payer }: Facts = {}): FileMovement => ({
  ...DAY,
  ...{ references: [...references], fingerprint: `of ${references[0] ?? 'none'}`, formerFingerprints: [] },
  ...{ bankRef: bankRef ?? null, payerIban: payer ?? null },
})

const stored = (reference: string, { bankRef, payer }: Facts = {}): StoredMovement => ({
  ...DAY,
  ...{ reference, fingerprint: `of ${reference}` },
  ...{ bankRef: bankRef ?? null, payerIban: payer ?? null },
})

/** Tells which of the movements are stored. */
const areKnown = (movements: FileMovement[], known: StoredMovement[]) =>
  matchMovements(movements, known).map((one) => one !== undefined)

test('knows a movement by any of its references on the same day, of the same amount', () => {
  expect(areKnown([inFile('BA')], [stored('A')])).toEqual([true])
  expect(areKnown([inFile('BC')], [stored('A')])).toEqual([false])
  expect(areKnown([inFile('BA')], [{ ...stored('A'), bookedOn: '2026-11-24' }])).toEqual([false])
  expect(areKnown([inFile('BA')], [{ ...stored('A'), amount: 5_001 }])).toEqual([false])
})

test('knows a movement by a former fingerprint', () => {
  const former = { ...inFile(''), formerFingerprints: ['of A'] }
  expect(areKnown([former], [{ ...stored('A'), reference: null }])).toEqual([true])
})

test.each([
  ['one that names another order, too', [inFile('A'), inFile('BA')], [true, false]],
  ['that one first', [inFile('BA'), inFile('A')], [false, true]],
  ['an equal one', [inFile('A'), inFile('A')], [true, false]],
])('takes a stored movement for one of the file: %s', (_case, movements, expected) => {
  expect(areKnown(movements, [stored('A')])).toEqual(expected)
})

test('tells movements apart by two references of the bank', () => {
  const movements = [inFile('A', { bankRef: '1' }), inFile('A', { bankRef: '2' })]
  expect(areKnown(movements, [stored('A', { bankRef: '2' })])).toEqual([false, true])
  expect(areKnown(movements, [stored('A', { bankRef: '3' })])).toEqual([false, false])
  expect(areKnown([inFile('A'), ...movements], [stored('A', { bankRef: '1' })])).toEqual([false, true, false])
})

test('of equal movements takes that of the same payer for the stored one', () => {
  const movements = [inFile('A', { payer: OTHER }), inFile('A'), inFile('A', { payer: OURS })]
  expect(areKnown(movements, [stored('A', { payer: OURS })])).toEqual([false, false, true])
  expect(areKnown(movements.slice(0, 2), [stored('A', { payer: OURS })])).toEqual([false, true])
  expect(areKnown(movements.slice(0, 1), [stored('A', { payer: OURS })])).toEqual([true])
})

test('finds as many as possible, whatever the order', () => {
  // Each was stored by its last reference, while the first one named no payment yet.
  const movements = [inFile('BA'), inFile('CB'), inFile('DC'), inFile('D')]
  const known = ['A', 'B', 'C', 'D'].map((reference) => stored(reference))
  for (let turn = 0; turn < 4; turn += 1) {
    movements.push(...movements.splice(0, 1))
    known.unshift(...known.splice(-1))
    expect(areKnown(movements, known)).toEqual([true, true, true, true])
    expect(areKnown(movements, known.slice(1)).filter((isKnown) => isKnown)).toHaveLength(3)
  }
})

test('matches thousands of equal movements', () => {
  const known = Array.from({ length: 1_000 }, () => stored('A'))
  const movements = Array.from({ length: 2_000 }, () => inFile('A'))
  expect(areKnown(movements, known).filter((isKnown) => isKnown)).toHaveLength(1_000)
})
