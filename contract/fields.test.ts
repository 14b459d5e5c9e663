import { expect, test } from 'vitest'
import { oneOf } from './fields.ts'
import { paymentType } from './orders.ts'

test('a word that is none of the list is refused by a sentence that names the list', () => {
  const saidOf = (value: unknown) => paymentType.safeParse(value).error?.issues.map(({ message }) => message)
  expect(saidOf('CASH')).toEqual(['The value must be VISA, DEBITCARD or PAYPAL'])
  expect(saidOf(undefined)).toEqual(['Value is required'])
  expect(oneOf(['coming', 'past']).safeParse('now').error?.issues[0]?.message).toBe('The value must be coming or past')
})
