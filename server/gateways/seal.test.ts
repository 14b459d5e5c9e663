import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)

test('opens a sealed text with its key and for its owner alone', () => {
  const sealed = seal(key, 'user 1', 'JBSWY3DPEHPK3PXP')
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(unseal(key, 'user 1', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(unseal(randomBytes(32), 'user 1', sealed)).toBeUndefined()
  expect(unseal(key, 'user 2', sealed)).toBeUndefined()
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(unseal(key, 'user 1', changed)).toBeUndefined()
  }
  expect(unseal(key, 'user 1', Buffer.alloc(0))).toBeUndefined()
})

test('seals the same text differently each time', () => {
  expect(seal(key, 'user 1', 'same').equals(seal(key, 'user 1', 'same'))).toBe(false)
})
