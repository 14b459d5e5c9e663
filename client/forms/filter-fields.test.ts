import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { amountField, centsIn, emptyOr, typedAmount } from './filter-fields.ts'

test('euro are typed with a point or a comma', () => {
  expect(centsIn('12.50')).toBe(1250)
  expect(centsIn('12,5')).toBe(1250)
  expect(centsIn('0.29')).toBe(29)
  expect(centsIn('')).toBeUndefined()
  expect(typedAmount('1250', 100)).toBe('12.5')
})

test('an amount is refused below zero, and when it is none', () => {
  const messageFor = (text: string) => z.safeParse(emptyOr(amountField), text).error?.issues[0]?.message
  expect(messageFor('-1')).toBe('The minimum value allowed is 0')
  expect(messageFor('ten')).toBe('Value is not valid')
  expect(messageFor('10')).toBeUndefined()
  expect(messageFor('')).toBeUndefined()
})
