import { expect, test } from 'vitest'
import { ScanNumbers } from './scan-numbers.ts'

test('leaves no gap for scans without a verdict, and goes on after the highest that has one', () => {
  let kept = 7
  const numbers = new ScanNumbers(kept, (last) => {
    kept = last
  })
  expect([numbers.take(), numbers.take(), numbers.take()]).toEqual([8, 9, 10])
  numbers.keep(10)
  expect(kept).toBe(10)
  numbers.giveBack(8)
  numbers.keep(9)
  expect([kept, numbers.take(), numbers.take()]).toEqual([10, 8, 11])

  const next = new ScanNumbers(kept, () => undefined)
  expect(next.take()).toBe(11)
})
