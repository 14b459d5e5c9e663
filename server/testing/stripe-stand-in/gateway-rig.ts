import { randomUUID } from 'node:crypto'
import { cents } from '#domain/money.ts'
import type { OpenPayment } from '#server/gateways/payments/provider.ts'
import { openStripe } from '#server/gateways/payments/stripe.ts'
import { openPayment } from '../open-payment.ts'
import { PATIENCE_MS } from '../provider-patience.ts'
import type { StripeStandIn } from './start.ts'
import { openStripeTarget } from './target.ts'

/** Opens the shop's gateway to Stripe or its stand-in, and shortens its calls. */
export async function openStripeRig() {
  const target = await openStripeTarget()
  const stripe = await openStripe({ ...target, webhookSecrets: ['whsec_test'], methods: ['card'] })
  // Tests of Stripe's test mode do not ask for the stand-in.
  const standIn = target.standIn as StripeStandIn

  const open = async (changes?: Partial<OpenPayment>) => (await stripe.open(openPayment(changes), PATIENCE_MS)).ref

  async function openPaid(): Promise<string> {
    const ref = await open()
    await standIn.pay(ref)
    return ref
  }

  /** Takes back the faults and settings of a test. */
  async function reset(): Promise<void> {
    await target.standIn?.setFaults([])
    await target.standIn?.set({ newRefunds: 'succeeded', clockAheadMs: 0 })
  }

  const knownKeys: string[] = []
  return {
    ...{ target, standIn, stripe, open, openPaid, reset },
    look: (ref: string) => stripe.look(ref, PATIENCE_MS),
    refund: (ref: string, amount: number, key: string = randomUUID()) => {
      knownKeys.push(key)
      return stripe.refund(
        { key, formerKeys: [], knownKeys, endedDisputes: [], ref, amount: cents(amount) },
        PATIENCE_MS,
      )
    },
    stop: async () => target.standIn?.stop(),
  }
}

export type StripeRig = Awaited<ReturnType<typeof openStripeRig>>
