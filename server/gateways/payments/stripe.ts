import type { Stripe } from 'stripe'
import { Deadline } from './deadline.ts'
import { fetchLimited } from './fetch-limited.ts'
import {
  findRefund,
  refuseUnknownRefund,
  type Movement,
  type OpenPayment,
  type PaymentProvider,
  PaymentRefused,
  ProviderDoubt,
  type ProviderEvent,
  type ReadEvent,
} from './provider.ts'
import { meaningOf } from './stripe-errors.ts'
import { toMovement, unnamedIntentOf } from './stripe-movement.ts'
import { paymentTypesOf } from './payment-types-of.ts'
import { newSessionParams } from './stripe-session-params.ts'
import { toRefundSighting, toSighting } from './stripe-sighting.ts'
import { parseSignedEvent } from './stripe-signature.ts'

/** The shop's account at Stripe. `apiUrl` replaces Stripe's own address. */
type StripeAccount = {
  secretKey: string
  webhookSecrets: readonly string[]
  methods: readonly string[]
  apiUrl: string | undefined
}

/** The events that change a payment. A webhook at Stripe subscribes to these. */
const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

const EXPANDED = ['payment_intent.latest_charge.refunds']
/** The most that Stripe returns at once. */
const PAGE_SIZE = 100
/** An id of Stripe's, which becomes a part of a job's key. Stripe promises at most 255 characters. */
const ID = /^\w{1,255}$/
/** Limits requests in parallel. Stripe answers 429 to more than 25 a second in test mode, and to 100 in live mode. */
const LOOKUPS_AT_ONCE = 10

/**
 * Opens the gateway to Stripe Checkout on Stripe's own pages. Loads the official package, which takes up to a second.
 * The references of payments are ids of Checkout sessions ([decision 42](docs/decisions/0042-stripe.md)).
 */
export async function openStripe(account: StripeAccount): Promise<PaymentProvider> {
  const { Stripe } = await import('stripe')
  const stripe = new Stripe(account.secretKey, {
    // Node's own client repeats a POST whose connection broke, in spite of `maxNetworkRetries`.
    httpClient: Stripe.createFetchHttpClient(fetchLimited),
    maxNetworkRetries: 0,
    telemetry: false,
    ...addressOf(account.apiUrl),
  })

  async function look(ref: string, deadline: Deadline) {
    const session = await asked(
      'checkout.session',
      stripe.checkout.sessions.retrieve(ref, { expand: EXPANDED }, deadline.options()),
    )
    if (session.id !== ref) throw new ProviderDoubt(`Stripe answered with ${session.id} instead of ${ref}.`)
    const intent = expanded(session.payment_intent)
    const charge = expanded(intent?.latest_charge)
    const first = charge?.refunds
    const refunds =
      charge && first?.has_more
        ? await all(deadline, (page, options) => stripe.refunds.list({ ...page, charge: charge.id }, options))
        : (first?.data ?? [])
    const disputes = charge?.disputed
      ? await all(deadline, (page, options) => stripe.disputes.list({ ...page, charge: charge.id }, options))
      : []
    return { session, intent, charge, refunds, disputes }
  }

  /** Finds the payment of an event. Undefined for payments that were not made by a shop. */
  async function findRef(event: Stripe.Event, deadline: Deadline): Promise<string | undefined> {
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired':
        return refOf(event.data.object)
      case 'refund.created':
      case 'refund.updated':
      case 'refund.failed':
        return event.data.object.metadata?.['session'] ?? findRefOfIntent(event.data.object.payment_intent, deadline)
      case 'charge.dispute.created':
      case 'charge.dispute.updated':
      case 'charge.dispute.closed':
        return findRefOfIntent(event.data.object.payment_intent, deadline)
      default:
        return undefined
    }
  }

  async function findRefOfIntent(intent: string | { id: string } | null, deadline: Deadline) {
    const id = typeof intent === 'string' ? intent : expanded(intent)?.id
    if (!isId(id)) return undefined
    const { data } = await asked('list', stripe.checkout.sessions.list({ payment_intent: id }, deadline.options()))
    return data.map(refOf).find((ref) => ref !== undefined)
  }

  return {
    name: 'stripe',
    paymentTypes: paymentTypesOf(account.methods),
    isTest: /^(sk|rk)_test_/.test(account.secretKey),

    async open(payment: OpenPayment, timeoutMs) {
      const params = newSessionParams(payment, account.methods)
      const options = { ...new Deadline(timeoutMs).options(), idempotencyKey: payment.key }
      const { id, url } = await told('checkout.session', stripe.checkout.sessions.create(params, options))
      // The answer of a repeated call is the first one's, so it has an address even if the session was paid meanwhile.
      if (!url || !isWebAddress(url)) throw new ProviderDoubt(`Stripe named no address for ${id}.`)
      return { ref: id, redirectUrl: url }
    },

    async look(ref, timeoutMs) {
      return toSighting(await look(ref, new Deadline(timeoutMs)))
    },

    async close(ref, timeoutMs) {
      const deadline = new Deadline(timeoutMs)
      try {
        const session = await told('checkout.session', stripe.checkout.sessions.expire(ref, {}, deadline.options()))
        if (session.id === ref && session.status === 'expired')
          return { ref, state: 'closed', refunds: [], disputes: [] }
      } catch (error) {
        if (!(error instanceof PaymentRefused)) throw error
        // Only open sessions can be expired, so this one has ended in another way.
      }
      return toSighting(await look(ref, deadline))
    },

    async refund({ key, formerKeys, knownKeys, ref, amount }, timeoutMs) {
      const deadline = new Deadline(timeoutMs)
      const { intent, refunds } = await look(ref, deadline)
      // Stripe forgets idempotency keys after a day, and the refund's own key never.
      const seen = refunds.map(toRefundSighting)
      const known = findRefund(seen, { key, formerKeys })
      if (known) return known
      refuseUnknownRefund(seen, { knownKeys })
      if (!intent) throw new PaymentRefused(`Nothing was paid by ${ref}.`)
      const params = { payment_intent: intent.id, amount, metadata: { refund: key, session: ref } }
      const options = { ...deadline.options(), idempotencyKey: key }
      return toRefundSighting(await told('refund', stripe.refunds.create(params, options)))
    },

    async readEvent(body, headers, timeoutMs): Promise<ReadEvent> {
      const signature = headers['stripe-signature']
      const secrets = account.webhookSecrets
      const event = typeof signature === 'string' ? parseSignedEvent(stripe, { body, signature, secrets }) : undefined
      if (event === undefined) return { kind: 'forged' }
      if (!isWhole(event) || !isId(event.id)) return { kind: 'ignored' }
      const ref = await findRef(event, new Deadline(timeoutMs))
      if (!isId(ref)) return { kind: 'ignored' }
      return { kind: 'event', event: { eventId: event.id, type: event.type, ref } }
    },

    async listEvents({ from, to }, timeoutMs): Promise<ProviderEvent[]> {
      const deadline = new Deadline(timeoutMs)
      const created = { gte: Math.floor(from.getTime() / 1_000), lte: Math.ceil(to.getTime() / 1_000) }
      const wanted = { created, types: [...EVENT_TYPES] }
      const newestFirst = await all(deadline, (page, options) => stripe.events.list({ ...page, ...wanted }, options))
      const events = newestFirst.toReversed()
      const found: ProviderEvent[] = []
      for (let start = 0; start < events.length; start += LOOKUPS_AT_ONCE) {
        const part = events.slice(start, start + LOOKUPS_AT_ONCE)
        const refs = await Promise.all(part.map((event) => findRef(event, deadline)))
        for (const [index, { id, type }] of part.entries()) {
          const ref = refs[index]
          if (ref !== undefined) found.push({ eventId: id, type, ref })
        }
      }
      return found
    },

    async listMovements({ from, to }, timeoutMs): Promise<Movement[]> {
      const deadline = new Deadline(timeoutMs)
      const created = { gte: Math.floor(from.getTime() / 1_000), lt: Math.floor(to.getTime() / 1_000) }
      const wanted = { created, currency: 'eur', expand: ['data.source'] }
      const transactions = await all(deadline, (page, options) =>
        stripe.balanceTransactions.list({ ...page, ...wanted }, options),
      )
      const movements: Movement[] = []
      for (let start = 0; start < transactions.length; start += LOOKUPS_AT_ONCE) {
        const part = transactions.slice(start, start + LOOKUPS_AT_ONCE)
        movements.push(
          ...(await Promise.all(
            part.map(async (transaction) => {
              const intent = unnamedIntentOf(transaction)
              return toMovement(transaction, intent && (await findRefOfIntent(intent, deadline)))
            }),
          )),
        )
      }
      return movements
    },
  }
}

/** Tells whether customers can be sent to an address. The one of a stand-in has no TLS. */
const isWebAddress = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** Tells whether an event is about something. Signed texts of another form are no events of Stripe's. */
function isWhole(event: unknown): boolean {
  const { data } = (event ?? {}) as { data?: { object?: unknown } }
  return typeof data?.object === 'object' && data.object !== null
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

function addressOf(url: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') }
}

/** Returns the session's id, or undefined for a session that another program made with the same Stripe account. */
function refOf({ id, metadata }: Stripe.Checkout.Session): string | undefined {
  return metadata?.['payment'] === undefined ? undefined : id
}

function expanded<T extends { id: string }>(value: string | T | null | undefined): T | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}

type Answer = { object: string }

/** Awaits the answer to a call that changes something. */
async function told<T extends Answer>(object: T['object'], answer: Promise<Stripe.Response<T>>): Promise<T> {
  try {
    return checked(object, await answer)
  } catch (error) {
    throw error instanceof ProviderDoubt ? error : meaningOf(error)
  }
}

/** Awaits the answer to a call that only reads. A refusal says nothing about the payment, so it is doubt. */
async function asked<T extends Answer>(object: T['object'], answer: Promise<Stripe.Response<T>>): Promise<T> {
  try {
    return await told(object, answer)
  } catch (error) {
    throw error instanceof PaymentRefused ? new ProviderDoubt(error.message, { cause: error }) : error
  }
}

/** Refuses answers that are not Stripe's: the package takes any JSON without `error` for a success. */
function checked<T extends Answer>(object: T['object'], answer: Stripe.Response<T>): T {
  const { statusCode } = answer.lastResponse
  if (statusCode === 200 && answer.object === object) return answer
  throw new ProviderDoubt(`Instead of Stripe's ${object}, something else answered with status ${statusCode}.`)
}

type Page = { limit: number; starting_after?: string }

/** Reads all pages of a list. */
async function all<T extends { id: string }>(
  deadline: Deadline,
  list: (page: Page, options: Stripe.RequestOptions) => Promise<Stripe.Response<Stripe.ApiList<T>>>,
): Promise<T[]> {
  const items: T[] = []
  for (;;) {
    const last = items.at(-1)
    const page = { limit: PAGE_SIZE, ...(last === undefined ? {} : { starting_after: last.id }) }
    const { data, has_more: hasMore } = await asked('list', list(page, deadline.options()))
    items.push(...data)
    if (!hasMore || data.length === 0) return items
  }
}
