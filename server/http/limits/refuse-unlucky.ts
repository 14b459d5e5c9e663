import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress, { compile } from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'
import { PROBLEM_DOCUMENT } from '#contract/problem-document.ts'
import { documentOf } from '#contract/problems.ts'
import { busy, RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'
import type { AppContext } from '#server/context.ts'
import { prefers } from '../answers/media-types.ts'
import { bareHeaders } from '../bare-headers.ts'
import { clientNetworkOf } from '../client-network.ts'
import { dropLongHeaders } from './long-headers.ts'
import { requestIdSource } from '../request-ids.ts'
import { REFUSED_ROUTE } from '../route-label.ts'

const METHOD = 'GET'
const STATUS = 503

/**
 * Refuses calls that read, of client networks without luck, while the shop is overloaded. Works before Fastify sees a
 * request: there are more of these than of others, and Fastify takes several times as long for a refusal.
 */
export function refuseUnlucky(
  app: FastifyInstance,
  { settings, metrics }: Pick<AppContext, 'settings' | 'metrics'>,
): void {
  const { server } = app
  const calls = `${settings.BASE_PATH}${API_PREFIX}/`
  const isProxy = compile(settings.TRUSTED_PROXIES ?? [])
  const requestIdOf = requestIdSource(settings)
  const document = documentOf(busy())
  const { code } = document
  const asDocument = { type: PROBLEM_DOCUMENT, body: JSON.stringify(document), code }
  const asText = { type: 'text/plain', body: document.title, code }

  const [answer] = server.listeners('request')
  if (!answer) throw new Error('The server answers no requests.')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const isCall = request.method === METHOD && request.url?.startsWith(calls) && !app.drain.isDraining
    const network = isCall ? clientNetworkOf(proxyAddress(request, isProxy)) : ''
    if (isCall && app.isHopeless(network)) app.pace.begin(network, request.socket, () => refuse(request, reply))
    else answer.call(server, request, reply)
  })

  function refuse(request: IncomingMessage, reply: ServerResponse): void {
    dropLongHeaders(request)
    const refusal = prefers(request.headers.accept, PROBLEM_DOCUMENT, 'text/plain') ? asDocument : asText
    const requestId = requestIdOf(request)
    reply.writeHead(STATUS, { ...bareHeaders({ ...refusal, requestId }, settings), 'Retry-After': RETRY_AFTER_SECONDS })
    reply.end(refusal.body)
    const line = { method: METHOD, route: REFUSED_ROUTE, status: STATUS, problem: code }
    // No latency: it would hide how slow the others are.
    metrics.countRequest({ ...line, seconds: undefined, action: undefined })
    app.log.warn({ requestId, ...line }, 'request')
  }
}
