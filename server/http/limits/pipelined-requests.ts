import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests of one connection whose answers are not written yet. Browsers and proxies send one at a time. */
const MAX_UNANSWERED = 2

/**
 * Closes connections on which a client sends several requests without waiting for answers (HTTP pipelining). Node takes
 * up a packet of 700 of them at once, before it reads any other connection: a few such connections delayed everybody's
 * requests by seconds. It also keeps each request, with up to 16 KB of headers, until its answer is written. Works
 * before Fastify sees a request, so that those that are dropped cost little.
 */
export function limitPipelinedRequests({ server }: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  const count = (socket: Socket, change: 1 | -1) => {
    const now = (unanswered.get(socket) ?? 0) + change
    unanswered.set(socket, now)
    return now
  }
  const [answer] = server.listeners('request')
  if (!answer) throw new Error('The server answers no requests.')
  server.removeAllListeners('request')
  // Node answers an unknown expectation (`Expect`) itself, without this event, and would answer any number of them.
  server.on('checkExpectation', (request: IncomingMessage, reply: ServerResponse) => {
    server.emit('request', request, reply)
  })
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { socket } = request
    if (socket.destroyed) return
    if (count(socket, 1) > MAX_UNANSWERED) {
      socket.destroy()
      return
    }
    reply.once('close', () => count(socket, -1))
    answer.call(server, request, reply)
  })
}
