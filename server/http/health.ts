import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { acceptsChanges } from '#server/db/connection.ts'
import { LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import { Semaphore } from '#server/concurrency/semaphore.ts'
import { sharedReads } from '#server/concurrency/shared-reads.ts'
import { RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'

/**
 * Serves `healthz` (the process lives) and `readyz` (the database accepts changes, and the server is not about to
 * stop). Both take no turn, so all who ask at once share a question to the database.
 */
export function serveHealth(app: FastifyInstance, { db }: Pick<AppContext, 'db'>): void {
  const asksDatabase = sharedReads(() => acceptsChanges(db), {
    keyOf: () => '',
    lane: new Semaphore({ running: 1, waitMs: LONGEST_WAIT_MS }),
  })
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
    return (await asksDatabase(undefined)) ? undefined : 'The database does not answer, or accepts no changes.'
  }
}
