import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emptySale, saleSchema } from './sale-form.ts'

test('refuses a reduction of more than 100 percent', () => {
  const values = { ...emptySale, lastName: 'Guest', price: 'PERCENT' as const, reason: 'Students' }
  expect(z.safeParse(saleSchema(values), { ...values, amount: '100' }).success).toBe(true)
  expect(z.safeParse(saleSchema(values), { ...values, amount: '150' }).error?.issues[0]?.path).toEqual(['amount'])
})
