import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/orders.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { listOwnOrders } from './list-own-orders.ts'
import { placeOrder } from './place-order.ts'

export function orderRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.placeOrder, ({ body, caller, idempotencyKey }) =>
    placeOrder(context, { order: body, userId: caller.userId, idempotencyKey }),
  )
  serve(app, contract.listOwnOrders, ({ query, caller }) => listOwnOrders(context.db, caller.userId, query))
}
