import { expect, test } from 'vitest'
import { type FileMovement, matchMovements, type StoredMovement } from './match-movements.ts'

const DAY = { bookedOn: '2026-11-23', amount: 5_000 }
const OURS = 'AT-ours'
const OTHER = 'DE-other'

type Facts = { bankRef?: string; payer?: string; name?: string; purpose?: string }

/** A movement of a file whose purpose has references; the first one names its payment. */
const inFile = (references: string, { bankRef, payer, name = '', purpose = '' }: Facts = {}): FileMovement => ({
  ...DAY,
  ...{ references: [...references], fingerprint: `of ${references[0] ?? 'none'}`, formerFingerprints: [] },
  ...{ bankRef: bankRef ?? null, payerIban: payer ?? null, payerName: name, purpose },
})

const stored = (reference: string, { bankRef, payer, name = '', purpose = '' }: Facts = {}): StoredMovement => ({
  ...DAY,
  ...{ reference: reference || null, fingerprint: `of ${reference}` },
  ...{ bankRef: bankRef ?? null, payerIban: payer ?? null, payerName: name, purpose },
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

test.each([
  ['a file that names no account', { payer: OURS, name: 'Ada Lovelace' }, { name: 'LOVELACE, ADA' }, true],
  ['a file with more words in its text', { purpose: 'Tickets for Ada' }, { purpose: 'tickets for Ada EREF: 7' }, true],
  ['another account', { payer: OURS }, { payer: OTHER }, false],
  ['another name', { payer: OURS, name: 'Ada' }, { name: 'Bob' }, false],
  ['another text', { purpose: 'Donation' }, { purpose: 'Tickets' }, false],
  ['no text in one of them', { purpose: '' }, { name: 'Ada' }, true],
])('knows a movement without references by its text and payer: %s', (_case, known, facts, expected) => {
  const movement = { ...inFile('', { purpose: 'Tickets', ...facts }), fingerprint: 'another' }
  expect(areKnown([movement], [stored('', { purpose: 'Tickets', ...known })])).toEqual([expected])
  expect(areKnown([{ ...movement, references: ['A'] }], [stored('', { purpose: 'Tickets', ...known })])).toEqual([
    false,
  ])
  expect(areKnown([movement], [stored('A', { purpose: 'Tickets', ...known })])).toEqual([false])
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

test('finds as many as a search through all matchings', () => {
  let state = 7
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const lettersOf = (most: number) => Array.from({ length: 1 + random(most) }, () => 'ABCDE'[random(5)]).join('')
  const mostOf = ([first, ...others]: readonly string[], left: readonly string[]): number => {
    if (first === undefined) return 0
    const uses = [...new Set(left)].filter((letter) => first.includes(letter))
    const without = (letter: string) => left.toSpliced(left.indexOf(letter), 1)
    return Math.max(mostOf(others, left), ...uses.map((letter) => 1 + mostOf(others, without(letter))))
  }
  for (let round = 0; round < 300; round += 1) {
    const purposes = Array.from({ length: random(7) }, () => lettersOf(3))
    const letters = Array.from({ length: random(7) }, () => lettersOf(1))
    const found = areKnown(
      purposes.map((purpose) => inFile(purpose)),
      letters.map((letter) => stored(letter)),
    )
    expect(
      found.filter((isKnown) => isKnown),
      `${purposes} of ${letters}`,
    ).toHaveLength(mostOf(purposes, letters))
  }
})

test('matches thousands of equal movements', () => {
  const known = Array.from({ length: 1_000 }, () => stored('A'))
  const movements = Array.from({ length: 2_000 }, () => inFile('A'))
  expect(areKnown(movements, known).filter((isKnown) => isKnown)).toHaveLength(1_000)
})

test('matches thousands of movements of which each may be any stored one', () => {
  const known = Array.from({ length: 1_500 }, () => stored('', { purpose: 'Donation' }))
  const movements = Array.from({ length: 3_000 }, (_, index) => ({
    ...inFile('', { purpose: `Donation EREF ${index}` }),
    fingerprint: `donation ${index}`,
  }))
  expect(areKnown(movements, known).filter((isKnown) => isKnown)).toHaveLength(1_500)
})
