import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { PlaceId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { emptySale, saleSchema } from './sale-form.ts'

test('refuses a reduction of more than 100 percent', () => {
  const values = { ...emptySale, lastName: 'Guest', price: 'PERCENT' as const, reason: 'Students' }
  expect(z.safeParse(saleSchema([])(values), { ...values, amount: '100' }).success).toBe(true)
  expect(z.safeParse(saleSchema([])(values), { ...values, amount: '150' }).error?.issues[0]?.path).toEqual(['amount'])
})

test('refuses a reduced price above the full ones, which would be forgotten silently', () => {
  const values = { ...emptySale, lastName: 'Guest', price: 'PRICE' as const, reason: 'Members' }
  const tickets = [1_850, 1_295].map((full, index) => ({ placeId: (index + 1) as PlaceId, full: cents(full) }))
  const problemsWith = (amount: string) =>
    z.safeParse(saleSchema(tickets)(values), { ...values, amount }).error?.issues.map(({ message }) => message)
  expect(problemsWith('18.50')).toBeUndefined()
  expect(problemsWith('20')).toEqual(['The full price is 18.50 €'])
})
