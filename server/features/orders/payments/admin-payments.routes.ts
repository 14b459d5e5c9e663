import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin-payments.ts'
import type { AppContext } from '#server/context.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { selectAdminPayment, selectAdminPayments } from './admin-payments.sql.ts'
import { endByHand } from './end-by-hand.ts'
import { endLostDispute } from './end-lost-dispute.ts'
import { endRefundByHand } from './end-refund-by-hand.ts'
import { askNow } from './ask-about-payment.ts'

export function adminPaymentRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  serve(app, contract.listAdminPayments, ({ query }) => selectAdminPayments(db, query))
  serve(app, contract.getAdminPayment, ({ params }) => orNotFound('payment', selectAdminPayment(db, params.id)))
  serve(app, contract.lookAtAnyPayment, async ({ params, caller, outsideTurn }) => {
    await askNow(context, { id: params.id, cause: 'asked', by: caller.userId, outside: outsideTurn })
    return orNotFound('payment', selectAdminPayment(db, params.id))
  })
  serve(app, contract.releasePayment, async ({ params, body, caller }) => {
    await endByHand(context, { ...body, id: params.id, by: caller.userId, action: 'RELEASED' })
    return orNotFound('payment', selectAdminPayment(db, params.id))
  })
  serve(app, contract.settlePayment, async ({ params, body, caller, outsideTurn }) => {
    const ending = { ...body, id: params.id, by: caller.userId, action: 'SETTLED' } as const
    await outsideTurn(() => endByHand(context, ending))
    return orNotFound('payment', selectAdminPayment(db, params.id))
  })
  serve(app, contract.endLostDispute, async ({ params, body, caller }) => {
    await endLostDispute(context, { ...body, id: params.id, by: caller.userId })
    return orNotFound('payment', selectAdminPayment(db, params.id))
  })
  serve(app, contract.retryRefund, async ({ params, body, caller }) => {
    const id = await endRefundByHand(context, { ...body, id: params.id, by: caller.userId, action: 'RETRIED' })
    return orNotFound('payment', selectAdminPayment(db, id))
  })
  serve(app, contract.payRefundByHand, async ({ params, body, caller, outsideTurn }) => {
    const ending = { ...body, id: params.id, by: caller.userId, action: 'PAID_BACK' } as const
    const id = await outsideTurn(() => endRefundByHand(context, ending))
    return orNotFound('payment', selectAdminPayment(db, id))
  })
}
