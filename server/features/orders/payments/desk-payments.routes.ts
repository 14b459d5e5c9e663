import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin-desk-payments.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { selectDeskPayments } from './desk-payments.sql.ts'
import { settleAtDesk } from './settle-at-desk.ts'

export function deskPaymentRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.listDeskPayments, ({ query }) => selectDeskPayments(context.db, query))
  serve(app, contract.settleDeskPayment, ({ params, body, caller }) =>
    settleAtDesk(context, { ...body, id: params.id, by: caller.userId }),
  )
}
