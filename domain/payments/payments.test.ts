import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { type PaymentState, type PaymentStep, type PendingOrderState, type SightedPayment, stepOf } from './payments.ts'

const AMOUNT = cents(4_550)

type Seen = SightedPayment['state'] | 'taken, too little'

const sightingOf = (seen: Seen): SightedPayment =>
  seen === 'taken' || seen === 'taken, too little'
    ? { state: 'taken', taken: { amount: seen === 'taken' ? AMOUNT : AMOUNT - 1, currency: 'eur' } }
    : { state: seen }

type Known = { state: PaymentState; amount: typeof AMOUNT; order: PendingOrderState }

const NEW: Known = { state: 'NEW', amount: AMOUNT, order: 'OPEN' }

/** Follows a step as the shop does. */
function follow(known: Known, { kind }: PaymentStep): Known {
  switch (kind) {
    case 'nothing':
      return known
    case 'open':
      return { ...known, state: 'OPEN' }
    case 'process':
      return { ...known, state: 'PROCESSING' }
    case 'settle':
      return { ...known, state: 'TAKEN', order: 'DONE' }
    case 'rebook':
      return { ...known, state: 'TAKEN' }
    case 'return':
      return { ...known, state: 'TAKEN', order: known.order === 'OPEN' ? 'GONE' : known.order }
    case 'release':
      return { ...known, state: 'CLOSED', order: 'GONE' }
  }
}

/** Applies sightings one after the other. Returns the end, and the steps that moved money or ended the order. */
function apply(seen: readonly Seen[]) {
  const ends: PaymentStep['kind'][] = []
  let known = NEW
  for (const each of seen) {
    const step = stepOf(known, sightingOf(each))
    known = follow(known, step)
    if (['settle', 'rebook', 'return', 'release'].includes(step.kind)) ends.push(step.kind)
  }
  return { ...known, ends }
}

/** Lists all orders of some of the items. */
function* arrangements<Item>(items: readonly Item[]): Generator<Item[]> {
  yield []
  for (const [index, item] of items.entries()) {
    for (const rest of arrangements(items.toSpliced(index, 1))) yield [item, ...rest]
  }
}

/** The states that a provider goes through. A released payment was closed here, and not there. */
const histories: Readonly<Record<string, readonly Seen[]>> = {
  'paid at once': ['open', 'taken'],
  'paid later': ['open', 'processing', 'taken'],
  'refused later': ['open', 'processing', 'closed'],
  expired: ['open', 'closed'],
  'released and paid': ['open', 'processing', 'closed', 'taken'],
  'another amount': ['open', 'closed', 'taken, too little'],
}

const STRONGEST: readonly [Seen, PaymentState][] = [
  ['taken', 'TAKEN'],
  ['taken, too little', 'TAKEN'],
  ['closed', 'CLOSED'],
  ['processing', 'PROCESSING'],
  ['open', 'OPEN'],
]

test.each(Object.entries(histories))(
  'ends in the same state for every order of sightings, doubled and lost ones included: %s',
  (_, history) => {
    let count = 0
    for (const seen of arrangements([...history, ...history.slice(-2)])) {
      const { state, order, ends } = apply(seen)
      const strongest = STRONGEST.find(([each]) => seen.includes(each))
      expect(state).toBe(strongest?.[1] ?? 'NEW')
      const ofMoney = ends.filter((kind) => kind !== 'release')
      expect(ofMoney).toHaveLength(state === 'TAKEN' ? 1 : 0)
      // Money comes before a release or after it, and nothing is released after the money came.
      expect(ends.slice(0, -1)).toEqual(ends.length === 2 ? ['release'] : [])
      expect(order === 'OPEN').toBe(ends.length === 0)
      count += 1
    }
    expect(count).toBeGreaterThanOrEqual(history.length === 4 ? 1_957 : 65)
  },
)
