import { randomUUID } from 'node:crypto'
import { cents } from '#domain/money.ts'
import type { OpenPayment } from '#server/gateways/payments/provider.ts'

/** Returns the order of 50 € that a provider is asked to open a payment for, with a key of its own. */
export function openPayment(changes: Partial<OpenPayment> = {}): OpenPayment {
  return {
    key: randomUUID(),
    amount: cents(5_000),
    lines: [
      { name: 'Tosca, row 3, seat 12', quantity: 1, price: cents(3_000) },
      { name: 'Mug', quantity: 2, price: cents(1_000) },
    ],
    email: 'ada@foyer.example',
    returnUrl: 'https://foyer.example/payment/7',
    payUntil: new Date(Date.now() + 20 * 60_000),
    ...changes,
  }
}
