import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { fault } from '../stand-in/faults.ts'
import type { StandIn } from './api.routes.ts'
import { payOut } from './balance.ts'
import { addRefund, chargeBack, endRefund, expireDue, leave, ledgerOf, pay, reverse } from './books.ts'
import { MollieProblem } from './problems.ts'
import type { Webhooks } from './webhooks.ts'

const refundStatus = z.enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'])
const settings = z.strictObject({
  clockAheadMs: z.number().optional(),
  newRefunds: refundStatus.optional(),
  newAreCancelable: z.boolean().optional(),
})
const paidWith = z.strictObject({
  method: z.string().optional(),
  cardLabel: z.string().optional(),
  cardNumber: z.string().optional(),
})
const amountOf = z.strictObject({ amount: z.number().int().optional() })

/** Serves the calls by which tests act as customers, banks and networks, and read the stand-in's books. */
export function serveControl(app: FastifyInstance, { books, faults, calls }: StandIn, webhooks: Webhooks): void {
  const body = <T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> =>
    schema.parse(typeof request.body === 'string' ? JSON.parse(request.body) : {})

  app.get('/control/ledger', () => ledgerOf(books))
  app.get('/control/calls', () => calls)
  app.put('/control/faults', (request) => {
    faults.splice(0, Infinity, ...body(z.array(fault), request))
    return {}
  })
  app.put('/control/webhooks', (request) => {
    webhooks.isOn = body(z.strictObject({ isOn: z.boolean() }), request).isOn
    return {}
  })
  app.put('/control/settings', (request) => {
    const { clockAheadMs, newRefunds, newAreCancelable } = body(settings, request)
    books.clockAheadMs = clockAheadMs ?? books.clockAheadMs
    books.newRefunds = newRefunds ?? books.newRefunds
    books.newAreCancelable = newAreCancelable ?? books.newAreCancelable
    expireDue(books)
    return {}
  })

  const actions: Record<string, (name: string, request: FastifyRequest) => unknown> = {
    pay: (name, request) => pay(books, name, body(paidWith, request)),
    'pay-later': (name) => leave(books, name, 'pending'),
    decline: (name) => leave(books, name, 'failed'),
    expire: (name) => leave(books, name, 'expired'),
    'charge-back': (name, request) => chargeBack(books, name, body(amountOf, request).amount).id,
    reverse: (name, request) => reverse(books, name, body(z.strictObject({ id: z.string().optional() }), request).id),
    refund: (name, request) => addRefund(books, name, { amount: body(amountOf, request).amount ?? 0 }).id,
  }

  /** Acts on a payment, named by its id or by the shop's key. */
  app.post('/control/payments/:name/:action', (request) => {
    const { name, action } = request.params as { name: string; action: string }
    const act = actions[action]
    if (act === undefined) throw new MollieProblem(404, `There is no action ${action}.`)
    return { result: act(name, request) }
  })
  app.post('/control/payouts', () => ({ result: payOut(books) }))
  app.post('/control/refunds/:id/:status', (request) => {
    const { id, status } = request.params as { id: string; status: string }
    endRefund(books, id, refundStatus.parse(status))
    return { result: true }
  })
}
