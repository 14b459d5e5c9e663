import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { answersQueries } from '#server/db/connection.ts'

/** Serves `healthz` (the process lives) and `readyz` (the database answers). */
export function serveHealth(app: FastifyInstance, { db }: AppContext): void {
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('The shop is alive.'),
  )
  app.get('/readyz', async (_request, reply) => {
    const isReady = await answersQueries(db)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(isReady ? 'The shop is open.' : 'The database does not answer.')
  })
}
