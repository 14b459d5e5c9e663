import type * as z from 'zod'
import { Deadline } from './deadline.ts'
import {
  type ListPage,
  listOf,
  mollieChargeback,
  molliePayment,
  mollieRefund,
  mollieTransaction,
  toAmount,
} from './mollie-answers.ts'
import { type MollieCalls, openMollieCalls } from './mollie-calls.ts'
import { paymentTypesOf } from './payment-types-of.ts'
import { toMollieMovement } from './mollie-movement.ts'
import { toMollieRefund, toMollieSighting } from './mollie-sighting.ts'
import {
  findRefund,
  type Movement,
  type OpenPayment,
  type PaymentProvider,
  PaymentRefused,
  ProviderDoubt,
  type ProviderEvent,
  refuseDisputed,
  refuseUnknownRefund,
} from './provider.ts'

/** The shop's profile at Mollie. `apiUrl` replaces Mollie's own address. */
type MollieAccount = {
  apiKey: string
  /** Reads the balance, which API keys may not. Undefined for a shop that does not compare it. */
  accessToken: string | undefined
  methods: readonly string[]
  apiUrl: string | undefined
  /** The address that Mollie calls when a payment changes. Undefined for a shop that Mollie cannot reach. */
  webhookUrl: string | undefined
}

const API_URL = 'https://api.mollie.com'
const LOOK = 'embed=refunds,chargebacks'
/** The most that Mollie returns at once. */
const PAGE_SIZE = 250
/** Mollie truncates longer descriptions. */
const LONGEST_DESCRIPTION = 255
const DAY_MS = 86_400_000
/** Payments and refunds change within a day of their creation, or are looked at until they end, but a paid refund. */
const CHANGES_WITHIN_MS = DAY_MS
/** A refund that was paid back may fail at the customer's bank for weeks. */
const FAILS_WITHIN_MS = 30 * DAY_MS
/** Banks reverse a chargeback within months. */
const REVERSED_WITHIN_MS = 120 * DAY_MS

/**
 * Opens the gateway to Mollie's payments on Mollie's own pages, by plain HTTP
 * ([decision 56](docs/decisions/0056-mollie.md)).
 */
export function openMollie(account: MollieAccount): PaymentProvider {
  const { apiKey, accessToken, methods, apiUrl = API_URL, webhookUrl } = account
  const call = openMollieCalls(apiKey, apiUrl)
  const isTest = apiKey.startsWith('test_')

  /** Reads or cancels a payment. An answer about another payment says nothing about this one. */
  const callPayment = async (method: 'GET' | 'DELETE', ref: string, deadline: Deadline) => {
    const query = method === 'GET' ? `?${LOOK}` : ''
    const payment = await call({ method, path: `${pathOf(ref)}${query}`, reads: molliePayment, deadline })
    if (payment.id !== ref) throw new ProviderDoubt(`Mollie answered with ${payment.id} instead of ${ref}.`)
    return payment
  }
  const look = (ref: string, deadline: Deadline) => callPayment('GET', ref, deadline)

  const listNewest = <T extends { createdAt: Date }>(name: string, item: z.ZodType<T>, back: Back) =>
    listBack(call, { path: `/v2/${name}?limit=${PAGE_SIZE}`, name, item }, back)

  return {
    name: 'mollie',
    paymentTypes: paymentTypesOf(methods),
    isTest,

    async open(payment, timeoutMs) {
      const { id, _links: links } = await call({
        method: 'POST',
        path: '/v2/payments',
        reads: molliePayment,
        deadline: new Deadline(timeoutMs),
        key: payment.key,
        body: newPayment(payment, methods, webhookUrl),
      })
      const redirectUrl = links.checkout?.href
      if (redirectUrl === undefined) throw new ProviderDoubt(`Mollie named no address for ${id}.`)
      return { ref: id, redirectUrl }
    },

    async look(ref, timeoutMs) {
      return toMollieSighting(await look(ref, new Deadline(timeoutMs)))
    },

    async close(ref, timeoutMs) {
      const deadline = new Deadline(timeoutMs)
      try {
        const payment = await callPayment('DELETE', ref, deadline)
        if (payment.status === 'canceled') return toMollieSighting(payment)
      } catch (error) {
        if (!(error instanceof PaymentRefused)) throw error
        // It has ended in another way, or Mollie cancels no payment of this method: then it is open until it expires.
      }
      return toMollieSighting(await look(ref, deadline))
    },

    async refund({ key, formerKeys, knownKeys, ref, amount, endedDisputes }, timeoutMs) {
      const deadline = new Deadline(timeoutMs)
      const { refunds, disputes } = toMollieSighting(await look(ref, deadline))
      // Mollie forgets idempotency keys after an hour, and the refund's own key never.
      const known = findRefund(refunds, { key, formerKeys })
      if (known) return known
      refuseUnknownRefund(refunds, { knownKeys })
      refuseDisputed(disputes, { endedDisputes })
      const body = { amount: toAmount(amount), metadata: { refund: key } }
      const path = `${pathOf(ref)}/refunds`
      return toMollieRefund(await call({ method: 'POST', path, reads: mollieRefund, deadline, key, body }))
    },

    // Mollie signs nothing and names only the payment.
    readEvent: (body) => {
      const ref = new URLSearchParams(body.toString()).get('id')
      return Promise.resolve(ref !== null && REF.test(ref) ? { kind: 'hint', ref } : { kind: 'ignored' })
    },

    async listEvents({ from, to }, timeoutMs): Promise<ProviderEvent[]> {
      const deadline = new Deadline(timeoutMs)
      const changed = new Date(from.getTime() - CHANGES_WITHIN_MS)
      const failed = new Date(from.getTime() - FAILS_WITHIN_MS)
      const reversed = new Date(from.getTime() - REVERSED_WITHIN_MS)
      const payments = await listNewest('payments', molliePayment, { from: changed, deadline })
      const refunds = await listNewest('refunds', mollieRefund, { from: failed, deadline })
      const chargebacks = await listNewest('chargebacks', mollieChargeback, { from: reversed, deadline })
      return [
        ...payments
          .filter(({ metadata, status }) => metadata?.payment !== undefined && status !== 'open')
          .map(({ id, status, createdAt }) => ({ ref: id, id, status, createdAt })),
        ...refunds
          .filter(({ status, createdAt }) => createdAt >= changed || status === 'failed' || status === 'canceled')
          .map(({ id, paymentId, status, createdAt }) => ({ ref: paymentId, id, status, createdAt })),
        ...chargebacks.map(({ id, paymentId, reversedAt, createdAt }) => ({
          ...{ ref: paymentId, id, createdAt },
          status: reversedAt ? 'reversed' : 'received',
        })),
      ]
        .filter(({ createdAt }) => createdAt <= to)
        .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
        .map(({ ref, id, status }) => ({ eventId: `${id} ${status}`, type: status, ref }))
    },

    ...(accessToken !== undefined && { listMovements: movementsOf(openMollieCalls(accessToken, apiUrl), isTest) }),
  }
}

/** Lists the movements in euros of the organization's main balance. */
function movementsOf(call: MollieCalls, isTest: boolean): NonNullable<PaymentProvider['listMovements']> {
  const path = `/v2/balances/primary/transactions?limit=${PAGE_SIZE}${isTest ? '&testmode=true' : ''}`
  const list = { path, name: 'balance_transactions', item: mollieTransaction }
  return async ({ from, to }, timeoutMs): Promise<Movement[]> => {
    const newestFirst = await listBack(call, list, { from, deadline: new Deadline(timeoutMs) })
    return newestFirst
      .filter(({ createdAt, initialAmount }) => createdAt < to && initialAmount.currency === 'EUR')
      .map(toMollieMovement)
      .toReversed()
  }
}

type Back = { from: Date; deadline: Deadline }
type List<T> = { path: string; name: string; item: z.ZodType<T> }

/** Reads a list, which begins with the newest, back to a time. */
async function listBack<T extends { createdAt: Date }>(call: MollieCalls, { path, name, item }: List<T>, back: Back) {
  const { from, deadline } = back
  const items: T[] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const page: ListPage<T> = await call({ method: 'GET', path: next, reads: listOf(item), deadline })
    const found = page._embedded[name] ?? []
    items.push(...found.filter(({ createdAt }) => createdAt >= from))
    next = found.every(({ createdAt }) => createdAt >= from) ? page._links.next?.href : undefined
  }
  return items
}

const REF = /^tr_\w{1,64}$/

const pathOf = (ref: string) => `/v2/payments/${encodeURIComponent(ref)}`

/** Describes a payment. The same payment always gives the same request, because Mollie refuses a key with another. */
function newPayment(
  { key, amount, lines, returnUrl }: OpenPayment,
  methods: readonly string[],
  webhookUrl: string | undefined,
) {
  const [first] = lines
  const others = lines.length > 1 ? ` and ${lines.length - 1} more` : ''
  return {
    amount: toAmount(amount),
    description: `${(first?.name ?? '').slice(0, LONGEST_DESCRIPTION - others.length)}${others}`,
    redirectUrl: returnUrl,
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    method: methods,
    metadata: { payment: key },
  }
}
