import * as z from 'zod'
import type { Call } from '../stand-in/answering.ts'
import type { FaultInput } from '../stand-in/faults.ts'
import { startStandIn } from '../stand-in/start.ts'
import type { LedgerPayment } from './ledger.ts'
import type { delivery } from './webhooks.ts'

type PaidWith = { method?: string; brand?: string; last4?: string }

/** A stand-in of Stripe in its own process. */
export type StripeStandIn = {
  url: string
  /** The settings of a shop that uses it. */
  settings: Record<string, string>
  /** Acts as the customer or the bank on a session, named by its id or by the shop's key of the payment. */
  pay: (session: string, paidWith?: PaidWith) => Promise<boolean>
  payLater: (session: string) => Promise<boolean>
  /** Ends a payment that `payLater` began. */
  settle: (session: string, result: 'paid' | 'failed') => Promise<boolean>
  decline: (session: string) => Promise<boolean>
  /** Lets the session run out. */
  expire: (session: string) => Promise<unknown>
  /** Opens a dispute and returns its id. */
  dispute: (session: string, dispute?: { amount?: number; isInquiry?: boolean }) => Promise<string>
  endDispute: (id: string, status: 'won' | 'lost') => Promise<unknown>
  /** Refunds as in the provider's dashboard and returns the refund's id. */
  refundByHand: (session: string, amount?: number) => Promise<string>
  /** Pays the balance out and returns the id of the payout. */
  payOut: () => Promise<string>
  endRefund: (id: string, status: 'succeeded' | 'failed' | 'canceled') => Promise<unknown>
  /** Replaces the script of faults. */
  setFaults: (faults: readonly FaultInput[]) => Promise<void>
  setWebhooks: (config: z.input<typeof delivery>) => Promise<void>
  set: (settings: { clockAheadMs?: number; newRefunds?: 'succeeded' | 'pending' | 'requires_action' }) => Promise<void>
  /** Delivers all events again. */
  repeatEvents: () => Promise<void>
  ledger: () => Promise<LedgerPayment[]>
  calls: () => Promise<Call[]>
  deliveries: () => Promise<{ eventId: string; type: string; status?: number }[]>
  stop: () => Promise<void>
}

const WEBHOOK_SECRET = 'whsec_standin'

/** Starts a stand-in on a free port. It delivers no events until `setWebhooks` names an address. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const { url, ask, stop } = await startStandIn('server/testing/stripe-stand-in/main.ts', 'STRIPE_API_URL')
  const put = async (path: string, body: unknown) => void (await ask('PUT', path, body))
  const act = async (path: string, body: unknown = {}) => resultOf.parse(await ask('POST', path, body)).result
  const actOn = async (session: string, action: string, body: unknown = {}) =>
    act(`/sessions/${session}/${action}`, body)

  await put('/webhooks', {})
  return {
    url,
    settings: {
      PAYMENTS: 'stripe',
      STRIPE_API_URL: url,
      STRIPE_SECRET_KEY: 'sk_test_standin',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    pay: async (session, paidWith = {}) => (await actOn(session, 'pay', paidWith)) === true,
    payLater: async (session) => (await actOn(session, 'pay-later')) === true,
    settle: async (session, result) => (await actOn(session, result === 'paid' ? 'settle' : 'fail')) === true,
    decline: async (session) => (await actOn(session, 'decline')) === true,
    expire: (session) => actOn(session, 'expire'),
    dispute: async (session, dispute = {}) => String(await actOn(session, 'dispute', dispute)),
    endDispute: (id, status) => act(`/disputes/${id}/${status}`),
    refundByHand: async (session, amount) => String(await actOn(session, 'refund', { amount })),
    payOut: async () => String(await act('/payouts')),
    endRefund: (id, status) => act(`/refunds/${id}/${status}`),
    setFaults: (faults) => put('/faults', faults),
    setWebhooks: (config) => put('/webhooks', { secrets: [WEBHOOK_SECRET], ...config }),
    set: (settings) => put('/settings', settings),
    repeatEvents: async () => void (await ask('POST', '/events', {})),
    ledger: async () => (await ask('GET', '/ledger')) as LedgerPayment[],
    calls: async () => (await ask('GET', '/calls')) as Call[],
    deliveries: async () => (await ask('GET', '/deliveries')) as { eventId: string; type: string; status?: number }[],
    stop,
  }
}

const resultOf = z.object({ result: z.unknown() })
