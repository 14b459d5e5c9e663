import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'

/** Serves `metrics` in the format of Prometheus to callers with METRICS_TOKEN. Without this setting there is none. */
export function serveMetrics(app: FastifyInstance, { settings, metrics }: AppContext): void {
  const { METRICS_TOKEN: token } = settings
  if (token === undefined) return
  const isToken = isSameAs(`Bearer ${token}`)
  metrics.watchProcess()
  app.get('/metrics', async ({ headers }, reply) => {
    if (!isToken(headers.authorization ?? '')) {
      reply.header('www-authenticate', 'Bearer')
      throw problem('not_signed_in')
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

/** Compares with a secret in constant time. */
function isSameAs(secret: string): (text: string) => boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  const expected = hashOf(secret)
  return (text) => timingSafeEqual(hashOf(text), expected)
}
