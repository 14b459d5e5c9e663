import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '#domain/ids.ts'
import { Problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { actionOf } from '#server/observability/actions.ts'
import { describeFault } from '#server/observability/describe-fault.ts'
import { isLoggingRequests } from '#server/observability/log.ts'
import { endSpan, inSpan, startRequestSpan } from '#server/observability/tracing.ts'
import { currentRequestId, withRequestId } from '#server/request-id.ts'
import { trustIn } from './request-ids.ts'
import { routeLabel } from './route-label.ts'

/** The status, as in nginx, of a request whose client left before the answer. */
const CLIENT_LEFT = 499
/** The status of a request that may succeed when it is repeated. */
const UNAVAILABLE = 503

/**
 * Names every request in its answer and in the jobs that it causes, counts it, and logs it in one line without personal
 * data: no addresses, names, query values or tokens. Calls inside the process are part of the request that makes them.
 */
export function observeRequests(app: FastifyInstance, { settings, metrics }: Pick<AppContext, 'settings' | 'metrics'>) {
  const isLogging = isLoggingRequests(settings)
  const isFromProxy = trustIn(settings.TRUSTED_PROXIES ?? [])
  const methods = new Set(app.supportedMethods)
  app.decorateRequest('userId', undefined)
  app.decorateRequest('fault', undefined)
  app.decorateRequest('span', undefined)

  app.addHook('onRequest', (request, reply, done) => {
    const start = performance.now()
    const traceparent = request.headers['traceparent']?.toString()
    const isInner = currentRequestId() !== undefined
    // Unlike onResponse, also after the client has left.
    if (!isInner) {
      request.span = startRequestSpan(request.method, isFromProxy(request) ? traceparent : undefined)
      reply.raw.once('close', () => record(request, reply, performance.now() - start))
    }
    reply.header('x-request-id', request.id)
    runObserved(request, done)
  })
  // A body arrives in events of the connection, which does not know the request.
  app.addHook('preValidation', (request, _reply, done) => runObserved(request, done))
  app.addHook('onError', async (request, reply, error) => {
    request.fault = error
    // A client that leaves before its request has arrived is no fault.
    const isUnrecorded = reply.raw.closed && request.raw.complete && !(error instanceof Problem)
    if (isUnrecorded) request.log.error({ err: describeFault(error) }, 'failed after the client had left')
  })

  function record(request: FastifyRequest, reply: FastifyReply, ms: number): void {
    const method = methods.has(request.method) ? request.method : 'OTHER'
    const route = routeLabel(request.routeOptions.url, request.url, settings.BASE_PATH)
    const status = reply.raw.headersSent ? reply.statusCode : CLIENT_LEFT
    const problem = reply.getHeader('x-problem')?.toString()
    const seconds = isStream(reply) ? undefined : ms / 1_000
    metrics.countRequest({ method, route, status, seconds, action: actionOf(method, route), problem })

    if (request.span) {
      request.span.updateName(`${method} ${route}`)
      const facts = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status }
      endSpan(request.span, { ...facts, 'foyer.request_id': request.id }, status >= 500 ? request.fault : undefined)
    }
    const line = { method, route, status, ms: Math.round(ms), userId: request.userId, problem }
    if (status === UNAVAILABLE) request.log.warn({ ...line, ...causeOf(request.fault) }, 'request')
    else if (status >= 500) request.log.error({ ...line, err: describeFault(request.fault) }, 'request')
    else if (isLogging) request.log.info(line, 'request')
  }
}

/**
 * Describes the fault because of which a request was refused for the time being. Leaves out the stack: an overloaded
 * shop, or one without its database, refuses thousands. Empty for a refusal by a rule, which its problem names.
 */
function causeOf(fault: Error | undefined) {
  if (fault === undefined || fault instanceof Problem) return {}
  const { stack: _, ...cause } = describeFault(fault)
  return { cause }
}

function runObserved({ id, span }: FastifyRequest, work: () => void): void {
  withRequestId(id, span ? () => inSpan(span, work) : work)
}

/** Tells whether a reply was a stream, whose duration is that of the visit. */
function isStream({ raw }: FastifyReply): boolean {
  return String(raw.getHeader('content-type')).startsWith('text/event-stream')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user that the request's token names. Undefined for visitors. */
    userId: UserId | undefined
    /** The error that the request threw. */
    fault: Error | undefined
    /** The span of the request. Undefined for requests inside the process. */
    span: Span | undefined
  }
}
