import type { FastifyInstance } from 'fastify'

/** The time that running requests have left when the server closes. */
const REQUESTS_END_WITHIN_MS = 5_000

/**
 * Ends all connections soon after the server begins to close. It ends idle ones itself, but would wait for those on
 * which no request ever arrived.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), REQUESTS_END_WITHIN_MS)
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
