import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/orders.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { listOwnOrders } from './list-own-orders.ts'
import { orderingTogether } from './order-together.ts'
import { placeOrder } from './place-order.ts'

export function orderRoutes(app: FastifyInstance, context: AppContext): void {
  const together = orderingTogether(context)
  serve(
    app,
    contract.placeOrder,
    ({ body: order, caller: { userId }, idempotencyKey, onOwnConnection }) =>
      placeOrder(context, { order, userId, idempotencyKey }, together, onOwnConnection),
    { work: 'batched' },
  )
  serve(app, contract.listOwnOrders, ({ query, caller }) => listOwnOrders(context.db, caller.userId, query))
}
