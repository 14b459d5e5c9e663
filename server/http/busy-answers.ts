import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'

const BUSY = 503

/**
 * Counts the calls of the API that this server refuses as busy. The returned function counts those since its last
 * call.
 */
export function countBusyAnswers(app: FastifyInstance): () => number {
  let count = 0
  app.addHook('onResponse', async ({ routeOptions }, { statusCode }) => {
    // A server that is about to stop answers load balancers with 503, too.
    if (statusCode === BUSY && routeOptions.url?.includes(`/${API_PREFIX}/`)) count += 1
  })
  return () => {
    const counted = count
    count = 0
    return counted
  }
}
