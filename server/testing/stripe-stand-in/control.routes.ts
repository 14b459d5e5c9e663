import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { StandIn } from './answer.ts'
import { find } from './books.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { fault } from '../stand-in/faults.ts'
import { ledgerOf } from './ledger.ts'
import { notAllowed } from './problems.ts'
import { payOut } from './payouts.ts'
import { createRefund, endRefund } from './refunds.ts'
import { decline, expireDue, expireSession, findSession, pay, payLater, settleLate } from './sessions.ts'
import { type Webhooks, delivery } from './webhooks.ts'

const paidWith = z.strictObject({
  method: z.string().default('card'),
  brand: z.string().default('visa'),
  last4: z.string().default('4242'),
})

const settings = z.strictObject({
  clockAheadMs: z.number().optional(),
  newRefunds: z.enum(['succeeded', 'pending', 'requires_action']).optional(),
})

const amountOf = z.strictObject({ amount: z.number().int().optional() })
const newDispute = z.strictObject({ amount: z.number().int().optional(), isInquiry: z.boolean().optional() })

/** Serves the calls by which tests act as customers, banks and networks, and read the stand-in's books. */
export function serveControl(app: FastifyInstance, standIn: StandIn, webhooks: Webhooks): void {
  const { books } = standIn
  const body = <T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> =>
    schema.parse(request.body ?? {})

  app.get('/control/ledger', () => ledgerOf(books))
  app.get('/control/calls', () => standIn.calls)
  app.get('/control/deliveries', () => webhooks.deliveries)
  app.put('/control/faults', (request) => {
    standIn.faults.splice(0, Infinity, ...body(z.array(fault), request))
    return {}
  })
  app.put('/control/webhooks', (request) => {
    webhooks.configure(body(delivery, request))
    return {}
  })
  app.put('/control/settings', (request) => {
    const { clockAheadMs, newRefunds } = body(settings, request)
    books.clockAheadMs = clockAheadMs ?? books.clockAheadMs
    books.newRefunds = newRefunds ?? books.newRefunds
    expireDue(books)
    return {}
  })
  app.post('/control/events', () => {
    for (const event of books.events.toReversed()) webhooks.send(event)
    return {}
  })

  const actions: Record<string, (session: string, request: FastifyRequest) => unknown> = {
    pay: (session, request) => pay(books, session, body(paidWith, request)),
    'pay-later': (session) => payLater(books, session),
    settle: (session, request) => settleLate(books, session, 'paid', body(paidWith, request)),
    fail: (session, request) => settleLate(books, session, 'failed', body(paidWith, request)),
    decline: (session, request) => decline(books, session, body(paidWith, request).method),
    expire: (session) => expireSession(books, session).status,
    dispute: (session, request) => openDispute(books, intentOf(session), body(newDispute, request)).id,
    refund: (session, request) => {
      const { amount } = body(amountOf, request)
      return createRefund(books, {
        payment_intent: intentOf(session),
        ...(amount === undefined ? {} : { amount: String(amount) }),
      }).id
    },
  }

  function intentOf(session: string): string {
    const { payment_intent: intent } = findSession(books, session)
    if (typeof intent !== 'string') throw notAllowed('Nothing was paid.')
    return intent
  }

  /** Acts on a session, named by its id or by the shop's key of the payment. */
  app.post('/control/sessions/:name/:action', (request) => {
    const { name, action } = request.params as { name: string; action: string }
    const act = actions[action]
    if (act === undefined) throw notAllowed(`There is no action ${action}.`)
    return { result: act(books.sessionsByPayment.get(name) ?? name, request) }
  })
  app.post('/control/payouts', () => ({ result: payOut(books) }))
  app.post('/control/refunds/:id/:status', (request) => {
    const { id, status } = request.params as { id: string; status: string }
    return { result: endRefund(books, id, z.enum(['succeeded', 'failed', 'canceled']).parse(status)).status }
  })
  app.post('/control/disputes/:id/:status', (request) => {
    const { id, status } = request.params as { id: string; status: string }
    find(books.disputes, 'dispute', id)
    return { result: closeDispute(books, id, z.enum(['won', 'lost']).parse(status)).status }
  })
}
