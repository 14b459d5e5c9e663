import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLinearizable, type Operation } from './linearizable.ts'

const write = (value: number, startedAt: number, endedAt: number): Operation<number> => {
  return { startedAt, endedAt, apply: () => [value] }
}
const read = (value: number, startedAt: number, endedAt: number): Operation<number> => {
  return { startedAt, endedAt, apply: (state) => (state === value ? [state] : []) }
}

test('accepts a read of either value during a write', () => {
  for (const value of [0, 1]) expect(isLinearizable([write(1, 0, 10), read(value, 2, 3)], 0)).toBe(true)
})

test('rejects a stale read after a write', () => {
  expect(isLinearizable([write(1, 0, 1), read(0, 2, 3)], 0)).toBe(false)
})

test('rejects two reads during a write that see the new value, then the old one', () => {
  expect(isLinearizable([write(1, 0, 10), read(1, 2, 3), read(0, 4, 5)], 0)).toBe(false)
})

test('accepts a write without an answer that takes effect late or never', () => {
  const lost = write(1, 0, Infinity)
  expect(isLinearizable([lost, read(0, 1, 2), read(1, 3, 4)], 0)).toBe(true)
  expect(isLinearizable([lost, read(0, 1, 2), read(0, 3, 4)], 0)).toBe(true)
  expect(isLinearizable([lost, read(1, 1, 2), read(0, 3, 4)], 0)).toBe(false)
})

type Kept = { startedAt: number; endedAt: number; value: number; isWrite: boolean }

/** Tries every order, without memory. */
function isLinearizableByForce(left: readonly Kept[], state: number): boolean {
  if (left.every(({ endedAt }) => endedAt === Infinity)) return true
  return left.some((next) => {
    const rest = left.filter((other) => other !== next)
    const isTooEarly = rest.some(({ endedAt }) => endedAt < next.startedAt)
    if (isTooEarly || (!next.isWrite && next.value !== state)) return false
    return isLinearizableByForce(rest, next.value)
  })
}

test('agrees with a search through all orders', () => {
  const operation = fc.record({
    startedAt: fc.nat({ max: 20 }),
    lasts: fc.oneof(fc.nat({ max: 8 }), fc.constant(Infinity)),
    value: fc.nat({ max: 2 }),
    isWrite: fc.boolean(),
  })
  const verdicts = new Set<boolean>()
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 7 }), (given) => {
      const history = given.map(({ lasts, ...kept }) => ({ ...kept, endedAt: kept.startedAt + lasts }))
      const operations = history.map(({ isWrite, value, startedAt, endedAt }) =>
        (isWrite ? write : read)(value, startedAt, endedAt),
      )
      const verdict = isLinearizable(operations, 0)
      verdicts.add(verdict)
      expect(verdict).toBe(isLinearizableByForce(history, 0))
    }),
    { numRuns: 1_000 },
  )
  expect(verdicts.size).toBe(2)
})
