import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The most connections that are accepted in one turn of the event loop. */
const SOCKETS = 16

/**
 * Opens a server to connections. Node accepts one connection of a listening socket in each turn of its event loop, so
 * new visitors would wait for minutes while busy connections make the turns long. Therefore several sockets listen at
 * the address where the system allows it, and workers share one. Returns the function that closes the further sockets
 * and resolves when their connections have ended, which they do when the server closes.
 */
export async function acceptConnections(
  app: FastifyInstance,
  address: { host: string; port: number },
): Promise<() => Promise<void>> {
  if (cluster.isWorker || process.platform !== 'linux') {
    await app.listen(address)
    return () => Promise.resolve()
  }
  const shared = { ...address, reusePort: true }
  await app.listen(shared)
  const { port } = app.server.address() as AddressInfo
  const further = Array.from({ length: SOCKETS - 1 }, () => passOn(app.server))
  const closed = further.map((socket) => once(socket, 'close'))
  for (const socket of further) socket.listen({ ...shared, port })
  await Promise.all(further.map((socket) => once(socket, 'listening')))
  return async () => {
    for (const socket of further) socket.close()
    await Promise.all(closed)
  }
}

/** Creates a listening socket that hands its connections to a server. */
function passOn(server: Server): Server {
  // As Node's HTTP server accepts its own.
  return createServer({ allowHalfOpen: true, noDelay: true }, (connection) => server.emit('connection', connection))
}
