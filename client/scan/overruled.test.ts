import { expect, test } from 'vitest'
import { overruled } from './overruled.ts'

const by = { direction: 'IN', overruled: 'She left her coat in the car' } as const
const refused = (reason: 'ALREADY_IN' | 'REFUNDED' | 'OLD_CODE' | 'NOT_VALID') =>
  ({ verdict: 'REFUSED', reason }) as const

test('overrules what concerns the person, and nothing that ended a ticket', () => {
  const admitted = { verdict: 'ADMITTED', reason: null }
  expect(overruled(refused('ALREADY_IN'), by)).toEqual(admitted)
  expect(overruled('ASK', by)).toEqual(admitted)
  for (const reason of ['REFUNDED', 'OLD_CODE', 'NOT_VALID'] as const) {
    expect(overruled(refused(reason), by)).toEqual(refused(reason))
  }
  expect(overruled(refused('ALREADY_IN'), { direction: 'IN' })).toEqual(refused('ALREADY_IN'))
  expect(overruled('UNVERIFIED', { ...by, direction: 'OUT' })).toEqual({ verdict: 'LEFT', reason: null })
})
