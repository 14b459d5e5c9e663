import type { FastifyInstance } from 'fastify'

/** A server that is about to stop. */
export type Drain = {
  /** True once the server is about to stop. Load balancers then send their requests elsewhere. */
  readonly isDraining: boolean
  start: () => void
}

/** Adds `drain` to a server. While it drains, it answers every request and closes the connection after each answer. */
export function addDrain(app: FastifyInstance): void {
  let isDraining = false
  app.decorate('drain', {
    get isDraining() {
      return isDraining
    },
    start: () => {
      isDraining = true
    },
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}
