import { randomUUID } from 'node:crypto'
import { cents } from '#domain/money.ts'
import { openMollie } from '#server/gateways/payments/mollie.ts'
import type { OpenPayment } from '#server/gateways/payments/provider.ts'
import { openPayment } from '../open-payment.ts'
import { PATIENCE_MS } from '../provider-patience.ts'
import { startMollieStandIn } from './start.ts'

export const WEBHOOK = 'https://foyer.example/api/v1/payments/mollie/events'

/** Returns the shop's gateway to Mollie at an address. */
export const mollieAt = (apiUrl: string, { apiKey = 'test_standin', accessToken = 'access_standin' } = {}) =>
  openMollie({ apiKey, accessToken, apiUrl, methods: ['creditcard', 'paypal'], webhookUrl: WEBHOOK })

/** Returns an order of 50.05 € that Mollie is asked to open a payment for, with a key of its own. */
export const mollieOrder = (changes: Partial<OpenPayment> = {}) =>
  openPayment({
    amount: cents(5_005),
    lines: [
      { name: 'Tosca, row 3, seat 12', quantity: 1, price: cents(3_005) },
      { name: 'Mug', quantity: 2, price: cents(1_000) },
    ],
    ...changes,
  })

/** Starts a stand-in of Mollie with the shop's gateway to it, and shortens its calls. */
export async function openMollieRig() {
  const standIn = await startMollieStandIn()
  const mollie = mollieAt(standIn.url)

  const open = async (changes?: Partial<OpenPayment>) => (await mollie.open(mollieOrder(changes), PATIENCE_MS)).ref

  async function openPaid(): Promise<string> {
    const ref = await open()
    await standIn.pay(ref)
    return ref
  }

  /** Takes back the faults and settings of a test. */
  async function reset(): Promise<void> {
    await standIn.setFaults([])
    await standIn.set({ newRefunds: 'refunded', clockAheadMs: 0, newAreCancelable: true })
  }

  const knownKeys: string[] = []
  return {
    ...{ standIn, mollie, open, openPaid, reset },
    look: (ref: string) => mollie.look(ref, PATIENCE_MS),
    close: (ref: string) => mollie.close(ref, PATIENCE_MS),
    refund: (ref: string, amount: number, key: string = randomUUID()) => {
      knownKeys.push(key)
      return mollie.refund(
        { key, formerKeys: [], knownKeys, endedDisputes: [], ref, amount: cents(amount) },
        PATIENCE_MS,
      )
    },
    stop: () => standIn.stop(),
  }
}

export type MollieRig = Awaited<ReturnType<typeof openMollieRig>>
