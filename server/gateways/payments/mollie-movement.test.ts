import { expect, test } from 'vitest'
import { mollieTransaction } from './mollie-answers.ts'
import { toMollieMovement } from './mollie-movement.ts'

test.each([
  ['as the ids alone', { paymentId: 'tr_1', refundId: 're_1' }],
  ['below the name of the type', { refund: { paymentId: 'tr_1', refundId: 're_1' } }],
])('reads what moved it %s', (_, context) => {
  const value = (text: string) => ({ currency: 'EUR', value: text })
  const transaction = mollieTransaction.parse({
    ...{ resource: 'balance_transaction', id: 'baltr_1', type: 'refund', createdAt: '2026-11-23T10:00:00+00:00' },
    ...{ initialAmount: value('-10.05'), deductions: value('-0.25'), resultAmount: value('-10.30'), context },
  })
  expect(toMollieMovement(transaction)).toMatchObject({ ref: 're_1', paymentRef: 'tr_1', amount: -1_005, fee: 25 })
})

test('concerns no payment if its type is not known', () => {
  const initialAmount = { currency: 'EUR', value: '-3.00' }
  const known = { resource: 'balance_transaction', id: 'baltr_1', createdAt: '2026-11-23T10:00:00Z', initialAmount }
  const toKind = (type: string) => toMollieMovement(mollieTransaction.parse({ ...known, type }))
  expect(toKind('rolling-reserve-hold')).toMatchObject({ kind: 'OTHER', ref: 'baltr_1', amount: -300, fee: 0 })
  expect(toKind('payment-fee')).toMatchObject({ kind: 'FEE', ref: 'baltr_1' })
})
