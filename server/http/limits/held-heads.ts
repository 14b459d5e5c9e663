import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { clientNetworkOf } from '../client-network.ts'
import { closeGreediest, type HeldBytes } from './close-greediest.ts'
import { watchPieces } from './watch-pieces.ts'

/** Several times what browsers and proxies send. Each is two texts, which take more memory than their characters. */
const MAX_HEADERS = 200
/** Limits the bytes of all addresses and headers in memory, which take several times as much of the heap. */
const MAX_BYTES = Math.min(64_000_000, getHeapStatistics().heap_size_limit / 16)
/** More bytes than a connection has of heads, trailers and between chunks: of three requests at most. */
const MOST_OF_CONNECTION = 8 * 16 * 1024
const LOOK_EACH_MS = 500
/** The bytes of a request besides its method, its address, and the names and values of its headers. */
const BYTES_OF_FORM = { lines: '  HTTP/1.1\r\n\r\n'.length, header: ': \r\n'.length }

/** A connection. `left`: those of its bytes that are heads no longer in memory, or bodies, which are counted apart. */
type Connection = { socket: Socket; network: string; left: number }

/**
 * Limits what is in memory of the addresses and headers of requests: those that are incomplete, which Node keeps for a
 * minute, and those whose bodies are arriving or that are being answered. Closes the oldest connections of the network
 * that has sent most of them, until all together are within the limit. Node refuses requests with very many headers.
 * Without that, three networks ended a process with a gigabyte of memory by 17,000 connections.
 */
export function limitHeldHeads(app: Pick<FastifyInstance, 'server' | 'addHook'>, maxBytes = MAX_BYTES): void {
  const { server } = app
  server.maxHeadersCount = MAX_HEADERS
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) return
    connections.set(socket, { socket, network: clientNetworkOf(socket.remoteAddress), left: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // Behind a trusted proxy, each request may have another client.
  app.addHook('onRequest', ({ raw, ip }, _reply, done) => {
    const connection = ip === raw.socket.remoteAddress ? undefined : connections.get(raw.socket)
    if (connection) connection.network = clientNetworkOf(ip)
    done()
  })

  const [answer] = server.listeners('request')
  if (!answer) throw new Error('The server answers no requests.')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (connection) follow(connection, request, reply)
    answer.call(server, request, reply)
  })

  const timer = setInterval(() => {
    if (connections.size * MOST_OF_CONNECTION > maxBytes) closeGreediest(maxBytes, holding(connections.values()))
  }, LOOK_EACH_MS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Counts the body of a request as it arrives, and the rest when the request is answered. */
function follow(connection: Connection, request: IncomingMessage, reply: ServerResponse): void {
  const { headers } = request
  const isChunked = headers['transfer-encoding'] !== undefined
  // Nothing tells where a body in chunks ends among the bytes of a connection, so no other request may follow.
  if (isChunked) reply.shouldKeepAlive = false
  let toCome = isChunked ? Infinity : Number(headers['content-length'] ?? 0)
  const count = (bytes: number) => {
    connection.left += bytes
    toCome -= bytes
  }
  if (toCome > 0) watchPieces(request, (bytes) => count(Math.min(bytes, toCome)))
  reply.once('close', () => {
    connection.left += headBytesOf(request)
    // Nothing keeps what arrives after the answer.
    count(toCome)
    // The count is about right, and what it is too high would hide parts of later requests.
    if (request.complete) connection.left = Math.min(connection.left, request.socket.bytesRead)
  })
}

/** Returns about how many bytes the address and the headers of a request have on its connection. */
function headBytesOf({ method = '', url = '', rawHeaders }: IncomingMessage): number {
  const lines = method.length + url.length + BYTES_OF_FORM.lines
  const forms = (rawHeaders.length / 2) * BYTES_OF_FORM.header
  return rawHeaders.reduce((bytes, text) => bytes + text.length, lines + forms)
}

/** Lists the connections for which addresses and headers are in memory, in the order in which they were opened. */
function* holding(connections: Iterable<Connection>): Generator<HeldBytes> {
  for (const { socket, network, left } of connections) {
    const bytes = socket.bytesRead - left
    if (bytes > 0) yield { socket, network, bytes }
  }
}
