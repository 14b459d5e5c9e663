import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { explained } from './probe-port.ts'

/** The most connections that are accepted in one turn of the event loop. */
const SOCKETS = 16
/** As many connections wait at all sockets together as Node lets wait at one: the line is the same for everybody. */
const WAITING = 511

type Address = { host: string; port: number }

/**
 * Opens a server to connections. Node accepts one connection of a listening socket in each turn of its event loop, so
 * new visitors would wait for minutes while busy connections make the turns long. Therefore several sockets listen at
 * the address where the system allows it, and workers share one. Returns the function that closes the further sockets
 * and resolves when their connections have ended, which they do when the server closes. Throws a `SettingsError` if
 * another shop listens at the address.
 */
export async function acceptConnections(app: FastifyInstance, address: Address): Promise<() => Promise<void>> {
  if (cluster.isWorker || process.platform !== 'linux') {
    await app.listen(address)
    return () => Promise.resolve()
  }
  const name = await takeName(address)
  const shared = { ...address, reusePort: true, backlog: Math.ceil(WAITING / SOCKETS) }
  try {
    await app.listen(shared)
  } catch (error) {
    name.close()
    throw error
  }
  const further = Array.from({ length: SOCKETS - 1 }, () => passOn(app.server))
  const closed = further.map((socket) => once(socket, 'close'))
  for (const socket of further) socket.listen(shared)
  await Promise.all(further.map((socket) => once(socket, 'listening')))
  return async () => {
    for (const socket of [...further, name]) socket.close()
    await Promise.all(closed)
  }
}

/**
 * Takes a name of the system's, which one process at a time can have, for the address: two shops that share their ports
 * could both listen there.
 */
async function takeName({ host, port }: Address): Promise<Server> {
  const name = createServer((connection) => connection.destroy())
  const isTaken = once(name, 'listening')
  name.listen({ path: `\0foyer at ${host}:${port}` })
  await isTaken.catch((error: unknown) => {
    throw explained(error, host, port)
  })
  return name.unref()
}

/** Creates a listening socket that hands its connections to a server. */
function passOn(server: Server): Server {
  // As Node's HTTP server accepts its own.
  return createServer({ allowHalfOpen: true, noDelay: true }, (connection) => server.emit('connection', connection))
}
