import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetworkOf } from '../client-network.ts'

/** Requests of a client network that begin before the server has read its other connections. */
const AT_ONCE = 5

/**
 * Begins a few requests of a client network at a time, and the next ones after the server has read its other
 * connections. Without that, two hundred connections with requests that are answered at once, such as those of unknown
 * addresses, fill each round of the event loop: a request of another network, which needs several rounds, took two
 * seconds.
 */
export function paceRequests(app: FastifyInstance): void {
  const begun = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  let isCounting = false

  function beginRound(): void {
    begun.clear()
    for (const [network, queue] of waiting) {
      const next = queue.splice(0, AT_ONCE)
      begun.set(network, next.length)
      if (queue.length === 0) waiting.delete(network)
      for (const begin of next) begin()
    }
    isCounting = begun.size > 0
    if (isCounting) setImmediate(beginRound)
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (!(request.raw.socket instanceof Socket)) return done()
    if (!isCounting) setImmediate(beginRound)
    isCounting = true
    const network = clientNetworkOf(request.ip)
    const before = begun.get(network) ?? 0
    begun.set(network, before + 1)
    if (before < AT_ONCE) return done()
    const queue = waiting.get(network)
    if (queue) queue.push(done)
    else waiting.set(network, [done])
  })
}
