import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { euroField, wholeField } from './number-fields.ts'

const messageFor = (schema: z.ZodMiniType, text: string) => z.safeParse(schema, text).error?.issues[0]?.message

test('converts a price in euro to cents', () => {
  expect(z.parse(euroField(), '12.5')).toBe(1250)
  expect(z.parse(euroField(), '0,29')).toBe(29)
  expect(z.parse(euroField(), '0')).toBe(0)
})

test('reports invalid prices', () => {
  expect(messageFor(euroField(), '')).toBe('Value is required')
  expect(messageFor(euroField(), 'free')).toBe('Value is not valid')
  expect(messageFor(euroField(), '-1')).toBe('The minimum value allowed is 0')
  expect(messageFor(euroField(1), '0')).toBe('The minimum value allowed is 0.01')
  expect(messageFor(euroField(), '1000000.01')).toBe('The maximum value allowed is 1,000,000')
})

test('reports invalid integers', () => {
  expect(z.parse(wholeField(1), '12')).toBe(12)
  expect(messageFor(wholeField(1), '')).toBe('Value is required')
  expect(messageFor(wholeField(1), '1.5')).toBe('The value must be a whole number')
  expect(messageFor(wholeField(1), '0')).toBe('The minimum value allowed is 1')
})
