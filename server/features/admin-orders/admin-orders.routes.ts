import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin-orders.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { selectAdminOrders } from './admin-orders.sql.ts'
import { getAdminOrder } from './get-admin-order.ts'
import { resendOrderMail } from './resend-order-mail.ts'

export function adminOrderRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.listAdminOrders, ({ query }) => selectAdminOrders(db, query))
  serve(app, contract.getAdminOrder, ({ params }) => getAdminOrder(db, params.id))
  serve(app, contract.resendOrderMail, ({ params }) => resendOrderMail(db, params.id))
}
