import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { acceptsChanges } from '#server/db/connection.ts'
import { RETRY_AFTER_SECONDS } from '#server/wait-in-line.ts'

/**
 * Serves `healthz` (the process lives) and `readyz` (the database accepts changes, and the server is not about to
 * stop).
 */
export function serveHealth(app: FastifyInstance, { db }: AppContext): void {
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('The shop is alive.'),
  )
  app.get('/readyz', async (_request, reply) => {
    const reason = await reasonNotReady()
    if (reason) reply.header('retry-after', RETRY_AFTER_SECONDS)
    return reply
      .code(reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(reason ?? 'The shop is open.')
  })

  async function reasonNotReady(): Promise<string | undefined> {
    if (app.drain.isDraining) return 'This server is about to stop.'
    return (await acceptsChanges(db)) ? undefined : 'The database does not answer, or accepts no changes.'
  }
}
