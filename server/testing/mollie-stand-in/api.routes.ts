import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { answeringAs, type Done, type Provider, type Script } from '../stand-in/answering.ts'
import { addPayment, addRefund, type Books, cancel, expireDue, findPayment, type Payment } from './books.ts'
import { centsOf, now } from './notation.ts'
import { MollieProblem, problemAnswer } from './problems.ts'

/** The stand-in's side of the API. */
export type StandIn = Script & { books: Books; accessToken: string }

const KEEPS_KEYS_MS = 60 * 60_000
const MOST_AT_ONCE = 250

const amount = z.strictObject({ currency: z.literal('EUR'), value: z.string().regex(/^\d+\.\d{2}$/) })
const newPayment = z.strictObject({
  amount: amount.refine((given) => centsOf(given) > 0, 'The amount is lower than the minimum'),
  description: z.string().min(1).max(255),
  redirectUrl: z.url(),
  webhookUrl: z.url().optional(),
  method: z.array(z.string()).min(1),
  metadata: z.unknown(),
})
const newRefund = z.strictObject({ amount, metadata: z.unknown() })

/** Serves the calls of Mollie's API that Foyer uses. */
export function serveApi(app: FastifyInstance, standIn: StandIn): void {
  const { books } = standIn
  const provider: Provider = {
    contentType: 'application/hal+json',
    now: () => now(books),
    keepsKeysMs: KEEPS_KEYS_MS,
    wrongApiKey: problemAnswer(401, 'Missing authentication, or failed to authenticate'),
    refuseKey: (use, key) =>
      use === 'busy'
        ? problemAnswer(409, `Another request with the idempotency key ${key} is being processed`)
        : problemAnswer(400, `The idempotency key ${key} was used with another request`),
    fault: (status) => problemAnswer(status, 'This call fails on request'),
  }
  type Work = (body: unknown, id: string, request: FastifyRequest) => unknown
  const on = (method: 'GET' | 'POST' | 'DELETE', url: string, work: Work, script: Script = standIn) =>
    app.route({
      method,
      url: `/v2${url}`,
      handler: answeringAs(provider, script, (body, request) =>
        attempt(method === 'POST' ? 201 : 200, () => work(body && JSON.parse(body), idOf(request), request)),
      ),
    })

  on('POST', '/payments', (body) => shown(books, addPayment(books, read(newPayment, body))))
  on('GET', '/payments/:id', (_body, id, { query }) => {
    const { refunds, chargebacks } = findPayment(books, id)
    const wanted = String((query as { embed?: string }).embed ?? '').split(',')
    const _embedded = {
      ...(wanted.includes('refunds') && { refunds }),
      ...(wanted.includes('chargebacks') && { chargebacks }),
    }
    return { ...shown(books, findPayment(books, id)), _embedded }
  })
  on('DELETE', '/payments/:id', (_body, id) => shown(books, cancel(books, id)))
  on('POST', '/payments/:id/refunds', (body, id) => {
    const refund = read(newRefund, body)
    return addRefund(books, id, { amount: centsOf(refund.amount), metadata: refund.metadata })
  })

  const newestFirst = () => {
    expireDue(books)
    return [...books.payments.values()].toReversed()
  }
  on('GET', '/payments', (_body, _id, request) =>
    pageOf(
      books,
      'payments',
      request,
      newestFirst().map((payment) => shown(books, payment)),
    ),
  )
  on('GET', '/refunds', (_body, _id, request) =>
    pageOf(
      books,
      'refunds',
      request,
      newestFirst().flatMap(({ refunds }) => refunds.toReversed()),
    ),
  )
  on('GET', '/chargebacks', (_body, _id, request) =>
    pageOf(
      books,
      'chargebacks',
      request,
      newestFirst().flatMap(({ chargebacks }) => chargebacks.toReversed()),
    ),
  )
  on(
    'GET',
    '/balances/primary/transactions',
    (_body, _id, request) => {
      const { testmode } = request.query as { testmode?: string }
      const seen = testmode === 'true' ? books.balance.toReversed() : []
      return pageOf(books, 'balance_transactions', request, seen)
    },
    { ...standIn, apiKey: standIn.accessToken },
  )
}

const idOf = ({ params }: FastifyRequest): string => (params as { id?: string }).id ?? ''

/** Returns a payment as Mollie shows it: with the page to pay on while it is open. */
function shown(books: Books, { refunds: _refunds, chargebacks: _chargebacks, offered: _offered, ...payment }: Payment) {
  const checkout = { href: `${books.origin}/checkout/${payment.id}`, type: 'text/html' }
  return { ...payment, _links: payment.status === 'open' ? { checkout } : {} }
}

function pageOf<T extends { id: string; createdAt: string }>(
  books: Books,
  name: string,
  { query, url }: FastifyRequest,
  unsorted: readonly T[],
) {
  const { limit, from } = z
    .object({ limit: z.coerce.number().int().min(1).max(MOST_AT_ONCE).default(50), from: z.string().optional() })
    .parse(query)
  const items = unsorted.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const start = from === undefined ? 0 : items.findIndex(({ id }) => id === from)
  const after = items[start + limit]
  const next = after ? { href: hrefFrom(new URL(url, books.origin), after.id) } : null
  return { count: limit, _embedded: { [name]: items.slice(start, start + limit) }, _links: { next } }
}

function hrefFrom(url: URL, id: string): string {
  url.searchParams.set('from', id)
  return url.href
}

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const found = schema.safeParse(body)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new MollieProblem(422, issue?.message ?? '', issue?.path[0]?.toString())
}

function attempt(status: number, work: () => unknown): Done {
  try {
    return { answer: { status, body: JSON.stringify(work()) }, isStored: true }
  } catch (error) {
    if (!(error instanceof MollieProblem)) throw error
    return { answer: problemAnswer(error.status, error.message, error.field), isStored: false }
  }
}
