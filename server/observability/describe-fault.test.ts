import { expect, test } from 'vitest'
import { describeFault } from './describe-fault.ts'

test('leaves out email addresses and the details that quote values', () => {
  const error = Object.assign(new Error('550 <ada.guest@foyer.example>: mailbox "x" unknown'), {
    code: '23505',
    detail: 'Key (email)=(ada.guest@foyer.example) already exists.',
  })
  const described = describeFault(error)
  expect(described).toMatchObject({ type: 'Error', message: '550 <…@…>: mailbox "x" unknown', code: '23505' })
  expect(JSON.stringify(described)).not.toMatch(/ada|Key/)
})

test('describes anything that is thrown', () => {
  expect(describeFault('ada@foyer.example')).toEqual({ type: 'string', message: '…@…' })
  expect(describeFault(undefined)).toEqual({ type: 'undefined', message: 'undefined' })
})

test('describes long texts in a moment, and their beginning only', () => {
  const start = performance.now()
  expect(describeFault(new Error('x'.repeat(100_000))).message).toHaveLength(10_000)
  expect(performance.now() - start).toBeLessThan(5_000)
})
