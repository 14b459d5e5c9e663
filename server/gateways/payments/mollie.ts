import type * as z from 'zod'
import { Deadline } from './deadline.ts'
import { type ListPage, listOf, mollieChargeback, molliePayment, mollieRefund, toAmount } from './mollie-answers.ts'
import { openMollieCalls } from './mollie-calls.ts'
import { mollieTypesOf } from './mollie-methods.ts'
import { toMollieRefund, toMollieSighting } from './mollie-sighting.ts'
import {
  findRefund,
  type OpenPayment,
  type PaymentProvider,
  PaymentRefused,
  ProviderDoubt,
  type ProviderEvent,
} from './provider.ts'

/** The shop's profile at Mollie. `apiUrl` replaces Mollie's own address. */
type MollieAccount = {
  apiKey: string
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
/** Payments and refunds change within a day of their creation, or are looked at until they end. */
const CHANGES_WITHIN_MS = DAY_MS
/** Banks reverse a chargeback within months. */
const REVERSED_WITHIN_MS = 120 * DAY_MS

/**
 * Opens the gateway to Mollie's payments on Mollie's own pages, by plain HTTP
 * ([decision 56](docs/decisions/0056-mollie.md)).
 */
export function openMollie({ apiKey, methods, apiUrl = API_URL, webhookUrl }: MollieAccount): PaymentProvider {
  const call = openMollieCalls(apiKey, apiUrl)

  const look = (ref: string, deadline: Deadline) =>
    call({ method: 'GET', path: `${pathOf(ref)}?${LOOK}`, reads: molliePayment, deadline })

  /** Reads a list, which begins with the newest, back to a time. */
  async function listBack<T extends { createdAt: Date }>(name: string, item: z.ZodType<T>, { from, deadline }: Back) {
    const items: T[] = []
    let path: string | undefined = `/v2/${name}?limit=${PAGE_SIZE}`
    while (path !== undefined) {
      const page: ListPage<T> = await call({ method: 'GET', path, reads: listOf(item), deadline })
      const found = page._embedded[name] ?? []
      items.push(...found.filter(({ createdAt }) => createdAt >= from))
      path = found.every(({ createdAt }) => createdAt >= from) ? page._links.next?.href : undefined
    }
    return items
  }

  return {
    name: 'mollie',
    paymentTypes: mollieTypesOf(methods),
    isTest: apiKey.startsWith('test_'),

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
        const payment = await call({ method: 'DELETE', path: pathOf(ref), reads: molliePayment, deadline })
        if (payment.status === 'canceled') return toMollieSighting(payment)
      } catch (error) {
        if (!(error instanceof PaymentRefused)) throw error
        // It has ended in another way, or Mollie cancels no payment of this method: then it is open until it expires.
      }
      return toMollieSighting(await look(ref, deadline))
    },

    async refund({ key, formerKeys, ref, amount }, timeoutMs) {
      const deadline = new Deadline(timeoutMs)
      const payment = await look(ref, deadline)
      // Mollie forgets idempotency keys after an hour, and the refund's own key never.
      const known = findRefund(toMollieSighting(payment).refunds, { key, formerKeys })
      if (known) return known
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
      const reversed = new Date(from.getTime() - REVERSED_WITHIN_MS)
      const payments = await listBack('payments', molliePayment, { from: changed, deadline })
      const refunds = await listBack('refunds', mollieRefund, { from: changed, deadline })
      const chargebacks = await listBack('chargebacks', mollieChargeback, { from: reversed, deadline })
      return [
        ...payments
          .filter(({ metadata, status }) => metadata?.payment !== undefined && status !== 'open')
          .map(({ id, status, createdAt }) => ({ ref: id, id, status, createdAt })),
        ...refunds.map(({ id, paymentId, status, createdAt }) => ({ ref: paymentId, id, status, createdAt })),
        ...chargebacks.map(({ id, paymentId, reversedAt, createdAt }) => ({
          ...{ ref: paymentId, id, createdAt },
          status: reversedAt ? 'reversed' : 'received',
        })),
      ]
        .filter(({ createdAt }) => createdAt <= to)
        .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
        .map(({ ref, id, status }) => ({ eventId: `${id} ${status}`, type: status, ref }))
    },
  }
}

type Back = { from: Date; deadline: Deadline }

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
