import { expect, test } from 'vitest'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { luckWith } from './luck.ts'

const PERIOD_MS = 10 * 60_000
const luckOf = luckWith(tokensWith('a secret of the tests, at least 32 characters'))
const networks = Array.from({ length: 1_000 }, (_, index) => `network ${index}`)
const luckAt = (now: number) => networks.map((network) => luckOf(network, now))
const countChanged = (one: number[], other: number[]) => one.filter((luck, index) => luck !== other[index]).length

test('is spread evenly, differs from shop to shop, and is the same at all servers', () => {
  const luck = luckAt(0)
  for (const share of [0.25, 0.5, 0.75]) {
    expect(luck.filter((each) => each < share).length / networks.length).toBeCloseTo(share, 1)
  }
  expect(luckAt(0)).toEqual(luck)
  const luckElsewhere = luckWith(tokensWith('another secret of the tests, also long enough'))
  expect(luckElsewhere('network 1', 0)).not.toBe(luck[1])
})

test('changes every ten minutes, for a few networks at a time', () => {
  const now = 1_795_000_000_000
  expect(countChanged(luckAt(now), luckAt(now + PERIOD_MS))).toBe(networks.length)
  expect(countChanged(luckAt(now), luckAt(now + PERIOD_MS / 10)) / networks.length).toBeCloseTo(0.1, 1)
})
