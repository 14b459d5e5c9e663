import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { serveApi, type StandIn } from './api.routes.ts'
import { emptyBooks, expireDue } from './books.ts'
import { serveControl } from './control.routes.ts'
import { serveHostedPage } from './hosted-page.routes.ts'
import { MollieProblem, problemAnswer } from './problems.ts'
import { openWebhooks } from './webhooks.ts'

const EXPIRY_CHECK_MS = 1_000

/** `accessToken`: reads the balance, which the API key may not. */
type Options = { port: number; apiKey: string; accessToken: string }

/** Opens the stand-in at a port of this machine. Returns its address, without a slash at the end. */
export async function openStandIn({ port, ...keys }: Options): Promise<string> {
  const app = Fastify({ forceCloseConnections: true })
  const webhooks = openWebhooks()
  const standIn: StandIn = { books: emptyBooks(), ...keys, faults: [], kept: new Map(), calls: [] }
  standIn.books.onChange = webhooks.send
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof MollieProblem)) return reply.status(500).send(String(error))
    const { status, body } = problemAnswer(error.status, error.message, error.field)
    return reply.status(status).send(body)
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
