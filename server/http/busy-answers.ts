import type { FastifyInstance } from 'fastify'

const BUSY = 503

/** Counts the requests that this server refuses as busy. The returned function counts those since its last call. */
export function countBusyAnswers(app: FastifyInstance): () => number {
  let count = 0
  app.addHook('onResponse', async (_request, { statusCode }) => {
    if (statusCode === BUSY) count += 1
  })
  return () => {
    const counted = count
    count = 0
    return counted
  }
}
