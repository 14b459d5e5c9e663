import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type StandIn, answering, expanding } from './answer.ts'
import { find } from './books.ts'
import { disputesOf } from './disputes.ts'
import type { FormTree } from './form.ts'
import { addIntent, noteDecline, takeMoney } from './intents.ts'
import { pageOf } from './lists.ts'
import { StripeProblem, formList, formMetadata, formNumber, readParams } from './problems.ts'
import { createRefund, refundsOf } from './refunds.ts'
import { createSession, expireDue, expireSession, findSession } from './sessions.ts'

/** Serves the calls of Stripe's API that Foyer and its tests use. */
export function serveApi(app: FastifyInstance, standIn: StandIn): void {
  const { books } = standIn
  type Work = (params: FormTree, id: string) => unknown
  const on = (method: 'GET' | 'POST', url: string, work: Work) =>
    app.route({
      method,
      url: `/v1${url}`,
      handler: answering(standIn, (params, request) => {
        const { expand, ...rest } = params
        return expanding(books, expand === undefined ? {} : { expand }, work(rest, idOf(request)))
      }),
    })

  on('POST', '/checkout/sessions', (params) => createSession(books, params))
  on('POST', '/checkout/sessions/:id/expire', (_params, id) => expireSession(books, id))
  on('GET', '/checkout/sessions/:id', (_params, id) => findSession(books, id))
  on('GET', '/checkout/sessions', (query) => {
    expireDue(books)
    const sessions = [...books.sessions.values()].toReversed()
    const { payment_intent: intent } = query
    return pageOf(
      '/v1/checkout/sessions',
      sessions.filter((session) => intent === undefined || session.payment_intent === intent),
      query,
    )
  })
  on('POST', '/refunds', (params) => createRefund(books, params))
  on('GET', '/refunds/:id', (_params, id) => find(books.refunds, 'refund', id))
  on('GET', '/refunds', (query) => {
    const of = query['payment_intent'] ?? query['charge']
    const refunds = typeof of === 'string' ? refundsOf(books, of) : [...books.refunds.values()].toReversed()
    return pageOf('/v1/refunds', refunds, query)
  })
  on('GET', '/disputes/:id', (_params, id) => find(books.disputes, 'dispute', id))
  on('GET', '/disputes', (query) => {
    const of = query['payment_intent'] ?? query['charge']
    return pageOf('/v1/disputes', disputesOf(books, typeof of === 'string' ? of : undefined), query)
  })
  on('GET', '/events', (query) => {
    expireDue(books)
    return pageOf('/v1/events', books.events, query)
  })
  on('GET', '/balance_transactions', (query) => {
    const { type } = query
    const movements = books.balance.filter((movement) => type === undefined || movement.type === type)
    return pageOf('/v1/balance_transactions', movements, query)
  })
  on('GET', '/payment_intents/:id', (_params, id) => find(books.intents, 'payment_intent', id))
  on('POST', '/payment_intents', (params) => payByToken(standIn, params))
}

const idOf = ({ params }: FastifyRequest): string => (params as { id?: string }).id ?? ''

const newIntent = z.strictObject({
  amount: formNumber,
  currency: z.string().length(3),
  confirm: z.literal('true'),
  payment_method: z.enum(['pm_card_visa', 'pm_card_mastercard', 'pm_card_chargeDeclined']),
  allowed_payment_method_types: formList(z.string()).default(['card']),
  metadata: formMetadata,
})

/** Pays without a page, by the tokens of Stripe's test mode. */
function payByToken({ books }: StandIn, params: FormTree) {
  const {
    amount,
    currency,
    payment_method: token,
    allowed_payment_method_types: methods,
    metadata,
  } = readParams(newIntent, params)
  const intent = addIntent(books, { amount, currency, methods, metadata, email: null })
  if (token === 'pm_card_chargeDeclined') {
    noteDecline(intent, 'card')
    throw new StripeProblem(
      402,
      { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
      true,
    )
  }
  takeMoney(books, intent, { method: 'card', brand: token.slice('pm_card_'.length) })
  return intent
}
