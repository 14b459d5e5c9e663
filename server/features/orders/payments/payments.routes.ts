import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'
import * as contract from '#contract/payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { clientNetworkOf } from '#server/http/client-network.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { askAboutPayment } from './ask-about-payment.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import { openAtProvider } from './open-at-provider.ts'
import { selectOwnPayment } from './payments.sql.ts'
import { receiveEvent } from './receive-event.ts'
import { startPayment } from './start-payment.ts'

export function paymentRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, contract.listPaymentMethods, () => Promise.resolve(listPaymentMethods(context)))
  serve(app, contract.startPayment, async ({ body, caller, request, idempotencyKey, outsideTurn }) => {
    const network = clientNetworkOf(request.ip)
    const id = await startPayment(context, { payment: body, userId: caller.userId, network, idempotencyKey })
    await openAtProvider(context, id, outsideTurn)
    return orNotFound('payment', selectOwnPayment(context.db, caller.userId, id))
  })
  serve(app, contract.getPayment, ({ params, caller }) =>
    orNotFound('payment', selectOwnPayment(context.db, caller.userId, params.id)),
  )
  serve(app, contract.lookAtPayment, ({ params, caller, request, outsideTurn }) => {
    const question = { id: params.id, userId: caller.userId, network: clientNetworkOf(request.ip) }
    return askAboutPayment(context, { ...question, isGivenUp: false, outside: outsideTurn })
  })
  serve(app, contract.giveUpPayment, ({ params, caller, request, outsideTurn }) => {
    const question = { id: params.id, userId: caller.userId, network: clientNetworkOf(request.ip) }
    return askAboutPayment(context, { ...question, isGivenUp: true, outside: outsideTurn })
  })
  if (context.providers.length > 0) void app.register((scope) => Promise.resolve(receiveEvents(scope, context)))
}

/** Receives the events of providers. Their signatures cover the raw bytes of the body. */
function receiveEvents(app: FastifyInstance, context: AppContext): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post<{ Params: { provider: string }; Body: Buffer }>(
    `/${API_PREFIX}${contract.PROVIDER_EVENTS_PATH}`,
    async (request, reply) => {
      const { params, body, headers } = request
      const isGenuine = await receiveEvent(
        context,
        { provider: params.provider, body, headers },
        { inTurn: (work) => app.inTurn(request, reply, work) },
      )
      if (!isGenuine) throw problem('malformed', { reason: 'The signature of this event is wrong or too old.' })
      return reply.header('cache-control', 'no-store').send({ received: true })
    },
  )
}
