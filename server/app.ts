import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { problem } from '#domain/problem.ts'
import type { AppContext } from './context.ts'
import { identifyWith } from './features/auth/identify.ts'
import { accountingRoutes } from './features/accounting/accounting.routes.ts'
import { artistRoutes } from './features/artists/artists.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { secondFactorRoutes } from './features/auth/second-factor/second-factor.routes.ts'
import { cancellationRoutes } from './features/cancellations/cancellations.routes.ts'
import { cartRoutes } from './features/cart/cart.routes.ts'
import { changeLogRoutes } from './features/change-log/change-log.routes.ts'
import { entryRoutes } from './features/entry/entry.routes.ts'
import { identifyDevice } from './features/entry/identify-device.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { exportRoutes } from './features/exports/exports.routes.ts'
import { figuresRoutes } from './features/figures/figures.routes.ts'
import { adminOrderRoutes } from './features/admin-orders/admin-orders.routes.ts'
import { boxOfficeRoutes } from './features/box-office/box-office.routes.ts'
import { doorListRoutes } from './features/door-list/door-list.routes.ts'
import { ticketCodeRoutes } from './features/ticket-codes/ticket-codes.routes.ts'
import { holdRoutes } from './features/holds/holds.routes.ts'
import { imageRoutes } from './features/images/images.routes.ts'
import { invoiceRoutes } from './features/invoices/invoices.routes.ts'
import { legalRoutes } from './features/legal/legal.routes.ts'
import { locationRoutes } from './features/locations/locations.routes.ts'
import { merchandiseRoutes } from './features/merchandise/merchandise.routes.ts'
import { newsRoutes } from './features/news/news.routes.ts'
import { orderRoutes } from './features/orders/orders.routes.ts'
import { adminPaymentRoutes } from './features/orders/payments/admin-payments.routes.ts'
import { refundFileRoutes } from './features/orders/payments/refund-files.routes.ts'
import { statementRoutes } from './features/orders/statements/statements.routes.ts'
import { deskPaymentRoutes } from './features/orders/payments/desk-payments.routes.ts'
import { reconciliationRoutes } from './features/orders/payments/reconciliation.routes.ts'
import { paymentRoutes } from './features/orders/payments/payments.routes.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { placeRoutes } from './features/places/places.routes.ts'
import { reminderRoutes } from './features/mail/reminders/reminders.routes.ts'
import { ticketCalendarRoutes } from './features/mail/ticket-calendar.routes.ts'
import { seatingRoutes } from './features/seating/seating.routes.ts'
import { seatingPlanRoutes } from './features/seating/seating-plans.routes.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { showRoutes } from './features/shows/shows.routes.ts'
import { ticketTransferRoutes } from './features/ticket-transfers/ticket-transfers.routes.ts'
import { ticketRoutes } from './features/tickets/tickets.routes.ts'
import { waitingRoomRoutes } from './features/waiting-room/waiting-room.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { STRICTEST_POLICY } from './http/bare-headers.ts'
import { serveReference } from './http/api-reference/serve-reference.ts'
import { addDrain } from './http/drain.ts'
import { endConnectionsOnClose } from './http/end-connections.ts'
import { handleErrors, sendProblem } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { limitHeldBodies } from './http/limits/held-bodies.ts'
import { ignoreLongHeaders } from './http/limits/long-headers.ts'
import { observeRequests } from './http/observe-requests.ts'
import { paceRequests } from './http/limits/paced-requests.ts'
import { connectionLimits, limitConnections } from './http/limits/limited-connections.ts'
import { limitHeldHeads } from './http/limits/held-heads.ts'
import { limitPipelinedRequests } from './http/limits/pipelined-requests.ts'
import { limitSmallPieces } from './http/limits/small-pieces.ts'
import { hasTooManyParameters } from './http/limits/address-complexity.ts'
import { isTooComplex } from './http/limits/json-complexity.ts'
import { takeTurns } from './http/limits/network-turns.ts'
import { refuseOtherMethods } from './http/other-methods.ts'
import { requestIdSource } from './http/request-ids.ts'
import { serveMetrics } from './http/serve-metrics.ts'
import { limitUnreadAnswers } from './http/limits/unread-answers.ts'
import { warnOfUnknownProxies } from './http/limits/unknown-proxies.ts'
import { servePages } from './http/html/pages.ts'
import { refuseRequestsOnStreams } from './http/serve-stream.ts'
import { refuseUnread } from './http/limits/unread-request.ts'
import { refuseUnlucky } from './http/limits/refuse-unlucky.ts'
import { isLoggingRequests, logOptions } from './observability/log.ts'
import { logOutput } from './observability/log-output.ts'
import { serveCrawlers } from './http/html/serve-crawlers.ts'

const BODY_LIMIT_BYTES = 256 * 1024
/** Limits the time until a request has arrived completely. Long enough for an image over a slow connection. */
const REQUEST_TIMEOUT_MS = 60_000
/** Closes connections on which nothing moves, such as those of clients that do not read their answer. */
const IDLE_CONNECTION_MS = 60_000
/** A server on a very busy machine starts late, instead of giving up after Fastify's ten seconds. */
const START_TIMEOUT_MS = 120_000
const UNKNOWN_ADDRESS = '/api/not-there'

/** Media types that are compressed: all text except event streams, JSON, and the shop's compact forms. */
const COMPRESSED = /^text\/(?!event-stream)|[+/]json(;|$)|^application\/vnd\.foyer\./

/**
 * Builds the shop as one Fastify instance below its base path, not yet listening. `client` is the folder of the built
 * pages.
 */
export async function buildApp(context: AppContext, client?: string): Promise<FastifyInstance> {
  const { settings } = context
  const app = Fastify({
    logger: settings.LOG_LEVEL === 'silent' ? false : { ...logOptions(settings), stream: logOutput },
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_CONNECTION_MS,
    pluginTimeout: START_TIMEOUT_MS,
    trustProxy: settings.TRUSTED_PROXIES?.length ? settings.TRUSTED_PROXIES : false,
    forceCloseConnections: 'idle',
    // Requests on open connections are served until the last one has ended.
    return503OnClosing: false,
    // Replies to errors of the router itself lack the headers that hooks add. So an unreadable address is routed again
    // as an unknown one.
    frameworkErrors: (_error, { raw: request }, { raw: reply }) => {
      request.url = UNKNOWN_ADDRESS
      app.routing(request, reply)
    },
    rewriteUrl: ({ url = '' }) => (hasTooManyParameters(url) ? UNKNOWN_ADDRESS : url),
    clientErrorHandler: (error, socket) =>
      refuseUnread(error, socket, settings, isLoggingRequests(settings) ? app.log : undefined),
    genReqId: requestIdSource(settings),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
  })
  // First, so that what it drops costs little.
  limitConnections(app, settings, connectionLimits(settings))
  paceRequests(app)
  takeTurns(app, context)
  refuseUnlucky(app, context)
  limitPipelinedRequests(app)
  limitHeldHeads(app)
  limitSmallPieces(app)
  ignoreLongHeaders(app)
  observeRequests(app, context)
  addDrain(app)
  endConnectionsOnClose(app)
  refuseRequestsOnStreams(app)
  handleErrors(app)
  warnOfUnknownProxies(app)
  limitHeldBodies(app)
  // Before compression, which turns texts into streams.
  limitUnreadAnswers(app)
  readJson(app)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: STRICTEST_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: settings.PUBLIC_URL.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    // Only Internet Explorer and plugins read these.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // No page links to foreign hosts, whose names could be looked up in advance.
    xDnsPrefetchControl: false,
  })
  await app.register(compress, {
    global: true,
    threshold: 1_024,
    encodings: ['gzip'],
    customTypes: COMPRESSED,
    globalDecompression: false,
  })
  const identify = identifyWith(context)
  app.decorate('identify', async (request) => {
    const caller = await identify(request.headers.authorization)
    request.userId = caller?.userId
    return caller
  })
  app.decorate('identifyDevice', ({ headers }, options) => identifyDevice(context, headers.authorization, options))
  app.setNotFoundHandler(refuseUnknownAddress)

  await app.register(
    async (shop) => {
      serveHealth(shop, context)
      serveMetrics(shop, context)
      serveReference(shop, settings)
      for (const routes of features) routes(shop, context)
      refuseOtherMethods(shop)
      serveCrawlers(shop, context)
      await servePages(shop, context, client)
    },
    { prefix: settings.BASE_PATH.slice(0, -1) },
  )
  return app
}

const features = [
  accountingRoutes,
  artistRoutes,
  authRoutes,
  cancellationRoutes,
  holdRoutes,
  boxOfficeRoutes,
  adminOrderRoutes,
  doorListRoutes,
  entryRoutes,
  ticketCodeRoutes,
  cartRoutes,
  changeLogRoutes,
  eventRoutes,
  exportRoutes,
  figuresRoutes,
  imageRoutes,
  invoiceRoutes,
  legalRoutes,
  locationRoutes,
  merchandiseRoutes,
  newsRoutes,
  orderRoutes,
  overviewRoutes,
  paymentRoutes,
  adminPaymentRoutes,
  deskPaymentRoutes,
  reconciliationRoutes,
  refundFileRoutes,
  statementRoutes,
  placeRoutes,
  reminderRoutes,
  ticketCalendarRoutes,
  ticketTransferRoutes,
  seatingRoutes,
  seatingPlanRoutes,
  secondFactorRoutes,
  sessionRoutes,
  showRoutes,
  ticketRoutes,
  userRoutes,
  waitingRoomRoutes,
]

function refuseUnknownAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(problem('not_found', { what: 'address' }), request, reply)
}

/** The body with which mail clients unsubscribe (RFC 8058). It carries nothing. */
const ONE_CLICK = 'List-Unsubscribe=One-Click'

/** Accepts JSON bodies only. Treats an empty body of any type as none, because some clients send a type with DELETE. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else if (isTooComplex(body)) done(problem('malformed', { reason: 'The request is not of the expected form.' }))
    else void parse(request, body, done)
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body: string, done) => {
    if (body === '' || body === ONE_CLICK) done(null, undefined)
    else done(problem('unsupported_media_type'))
  })
}
