import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { amountField, amountsInOrder, centsIn, emptyOr, momentsInOrder, typedAmount } from './filter-fields.ts'

test('accepts a decimal point and a decimal comma', () => {
  expect(centsIn('12.50')).toBe(1250)
  expect(centsIn('12,5')).toBe(1250)
  expect(centsIn('0.29')).toBe(29)
  expect(centsIn('')).toBeUndefined()
  expect(typedAmount('1250', 100)).toBe('12.5')
})

test('refuses negative amounts and other text', () => {
  const messageFor = (text: string) => z.safeParse(emptyOr(amountField), text).error?.issues[0]?.message
  expect(messageFor('-1')).toBe('The minimum value allowed is 0')
  expect(messageFor('ten')).toBe('Value is not valid')
  expect(messageFor('10')).toBeUndefined()
  expect(messageFor('')).toBeUndefined()
})

test('refuses an empty range at its end', () => {
  const schema = z
    .object({ least: z.string(), most: z.string(), after: z.string(), before: z.string() })
    .check(amountsInOrder('least', 'most'), momentsInOrder('after', 'before'))
  const open = { least: '', most: '', after: '', before: '' }
  const faultsOf = (typed: Partial<typeof open>) =>
    (z.safeParse(schema, { ...open, ...typed }).error?.issues ?? []).map(({ path, message }) => [path[0], message])
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ least: '9', most: '10', after: '2026-01-01T00:00:00Z' })).toEqual([])
  expect(faultsOf({ least: '9,5', most: '9.5' })).toEqual([])
  expect(faultsOf({ least: '10', most: '9' })).toEqual([['most', 'The maximum must not be less than the minimum']])
  expect(faultsOf({ after: '2026-02-01T00:00:00+02:00', before: '2026-01-31T21:59:00Z' })).toEqual([
    ['before', 'The later date must not be before the earlier one'],
  ])
})
