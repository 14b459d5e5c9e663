import type { SendHandle } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { explained } from './probe-port.ts'

/** The most connections that are accepted in one turn of the event loop. */
const SOCKETS = 16
/** Those of a worker, fewer because each new connection wakes all sockets of all workers. */
const SOCKETS_OF_WORKER = 8
/** As many connections wait at all sockets together as Node lets wait at one: the line is the same for everybody. */
const WAITING = 511

type Address = { host: string; port: number }
/** Copies the listening socket of a server. */
type CopySocket = (server: Server) => Promise<SendHandle>

/**
 * Opens a server to connections. Node accepts one connection of a listening socket in each turn of its event loop, so
 * new visitors would wait for minutes while busy connections make the turns long. Therefore several sockets listen at
 * the address where the system allows it. A worker, which shares its socket and the connections that wait there with
 * others, listens at several copies of it (`copySocket`). Returns the function that closes the further sockets and
 * resolves when their connections have ended, which they do when the server closes. Throws a `SettingsError` if another
 * shop listens at the address.
 */
export async function acceptConnections(
  app: FastifyInstance,
  address: Address,
  copySocket?: CopySocket,
): Promise<() => Promise<void>> {
  if (copySocket) return acceptAtCopies(app, address, copySocket)
  if (process.platform !== 'linux') {
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
  for (const socket of further) socket.listen(shared)
  const close = await untilListening(further)
  return async () => {
    name.close()
    await close()
  }
}

async function acceptAtCopies(
  app: FastifyInstance,
  address: Address,
  copySocket: CopySocket,
): Promise<() => Promise<void>> {
  await app.listen(address)
  const further: Server[] = []
  while (further.length + 1 < SOCKETS_OF_WORKER) {
    further.push(passOn(app.server).listen(await copySocket(app.server), WAITING))
  }
  return untilListening(further)
}

/** Waits until servers listen. Returns the function that closes them and waits for their end. */
async function untilListening(servers: readonly Server[]): Promise<() => Promise<void>> {
  const closed = servers.map((server) => once(server, 'close'))
  await Promise.all(servers.filter(({ listening }) => !listening).map((server) => once(server, 'listening')))
  return async () => {
    for (const server of servers) server.close()
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
