import * as z from 'zod'
import type { Call } from '../stand-in/answering.ts'
import type { FaultInput } from '../stand-in/faults.ts'
import { startStandIn } from '../stand-in/start.ts'
import type { LedgerPayment, RefundStatus } from './books.ts'

/** A stand-in of Mollie in its own process. */
export type MollieStandIn = {
  url: string
  /** The settings of a shop that uses it. */
  settings: Record<string, string>
  /** Acts as the customer or the bank on a payment, named by its id or by the shop's key. */
  pay: (name: string, paidWith?: { method?: string; cardLabel?: string; cardNumber?: string }) => Promise<boolean>
  /** Lets the bank work on the payment. `pay` and `decline` end it. */
  payLater: (name: string) => Promise<boolean>
  decline: (name: string) => Promise<boolean>
  expire: (name: string) => Promise<boolean>
  /** Takes money back and returns the id of the chargeback. */
  chargeBack: (name: string, amount?: number) => Promise<string>
  /** Reverses a chargeback of a payment, or all of them. */
  reverse: (name: string, id?: string) => Promise<void>
  /** Refunds as in Mollie's dashboard and returns the refund's id. */
  refundByHand: (name: string, amount: number) => Promise<string>
  endRefund: (id: string, status: RefundStatus) => Promise<void>
  /** Pays the whole balance out and returns the id of the transfer. */
  payOut: () => Promise<string>
  /** Replaces the script of faults. */
  setFaults: (faults: readonly FaultInput[]) => Promise<void>
  set: (settings: { clockAheadMs?: number; newRefunds?: RefundStatus; newAreCancelable?: boolean }) => Promise<void>
  ledger: () => Promise<LedgerPayment[]>
  calls: () => Promise<Call[]>
  stop: () => Promise<void>
}

/** Starts a stand-in on a free port. It calls no webhooks. */
export async function startMollieStandIn(): Promise<MollieStandIn> {
  const { url, ask, stop } = await startStandIn('server/testing/mollie-stand-in/main.ts', 'MOLLIE_API_URL')
  const put = async (path: string, body: unknown) => void (await ask('PUT', path, body))
  const act = async (path: string, body: unknown = {}) => resultOf.parse(await ask('POST', path, body)).result
  const actOn = (name: string, action: string, body: unknown = {}) => act(`/payments/${name}/${action}`, body)
  await put('/webhooks', { isOn: false })
  return {
    url,
    settings: {
      ...{ PAYMENTS: 'mollie', MOLLIE_API_URL: url },
      ...{ MOLLIE_API_KEY: 'test_standin', MOLLIE_ACCESS_TOKEN: 'access_standin' },
    },
    pay: async (name, paidWith = {}) => (await actOn(name, 'pay', paidWith)) === true,
    payLater: async (name) => (await actOn(name, 'pay-later')) === true,
    decline: async (name) => (await actOn(name, 'decline')) === true,
    expire: async (name) => (await actOn(name, 'expire')) === true,
    chargeBack: async (name, amount) => String(await actOn(name, 'charge-back', { amount })),
    reverse: async (name, id) => void (await actOn(name, 'reverse', { id })),
    refundByHand: async (name, amount) => String(await actOn(name, 'refund', { amount })),
    endRefund: async (id, status) => void (await act(`/refunds/${id}/${status}`)),
    payOut: () => act('/payouts').then(String),
    setFaults: (faults) => put('/faults', faults),
    set: (settings) => put('/settings', settings),
    ledger: async () => (await ask('GET', '/ledger')) as LedgerPayment[],
    calls: async () => (await ask('GET', '/calls')) as Call[],
    stop,
  }
}

const resultOf = z.object({ result: z.unknown().optional() })
