import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { StandIn } from './answer.ts'
import { serveApi } from './api.routes.ts'
import { emptyBooks } from './books.ts'
import { serveControl } from './control.routes.ts'
import { serveHostedPage } from './hosted-page.routes.ts'
import { StripeProblem } from './problems.ts'
import { expireDue } from './sessions.ts'
import { openWebhooks } from './webhooks.ts'

const EXPIRY_CHECK_MS = 1_000

/** Opens the stand-in at a port of this machine. Returns its address, without a slash at the end. */
export async function openStandIn({ port, apiKey }: { port: number; apiKey: string }): Promise<string> {
  const app = Fastify({ forceCloseConnections: true })
  const webhooks = openWebhooks()
  const standIn: StandIn = { books: emptyBooks(''), apiKey, faults: [], kept: new Map(), calls: [] }
  standIn.books.onEvent = webhooks.send
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof StripeProblem) return reply.status(error.status).send({ error: error.fault })
    return reply.status(500).send({ error: { message: error instanceof Error ? error.message : String(error) } })
  })
  serveApi(app, standIn)
  serveControl(app, standIn, webhooks)
  serveHostedPage(app, standIn.books)
  setInterval(() => expireDue(standIn.books), EXPIRY_CHECK_MS).unref()
  await app.listen({ host: '127.0.0.1', port })
  const { port: open } = app.server.address() as AddressInfo
  standIn.books.origin = `http://127.0.0.1:${open}`
  return standIn.books.origin
}
