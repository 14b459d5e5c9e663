import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetworkOf } from '../client-network.ts'
import { closeGreediest, type HeldBytes } from './close-greediest.ts'

/** Several times what browsers and proxies send. Each is two texts, which take more memory than their characters. */
const MAX_HEADERS = 200
/** Limits the bytes of all addresses and headers that have begun to arrive. They take about twice as much memory. */
const MAX_BYTES = 64_000_000
/** The most bytes of one request that Node reads before it refuses it. */
const MOST_OF_ONE = 16 * 1024
const LOOK_EACH_MS = 500
/** The bytes of a request besides its method, its address, and the names and values of its headers. */
const BYTES_OF_FORM = { lines: '  HTTP/1.1\r\n\r\n'.length, header: ': \r\n'.length }

/** A connection. `complete`: the bytes of its requests that have arrived completely, or whose bodies are arriving. */
type Connection = { socket: Socket; network: string; complete: number }

/**
 * Limits what is in memory of requests whose headers are not complete, which Node keeps for a minute. Closes the oldest
 * connections of the network that has sent most of them, until all together are within the limit. Node refuses requests
 * with very many headers. Without that, three networks ended a process with a gigabyte of memory by 17,000 connections.
 */
export function limitIncompleteRequests({ server }: Pick<FastifyInstance, 'server'>, maxBytes = MAX_BYTES): void {
  server.maxHeadersCount = MAX_HEADERS
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) return
    connections.set(socket, { socket, network: clientNetworkOf(socket.remoteAddress), complete: 0 })
    socket.once('close', () => connections.delete(socket))
  })

  const [answer] = server.listeners('request')
  if (!answer) throw new Error('The server answers no requests.')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    count(request, reply)
    answer.call(server, request, reply)
  })

  /** Counts the bytes of a request that has arrived. */
  function count(request: IncomingMessage, reply: ServerResponse): void {
    const connection = connections.get(request.socket)
    if (!connection) return
    const isChunked = request.headers['transfer-encoding'] !== undefined
    // Nothing tells where a body in chunks ends among the bytes of a connection, so no other request may follow.
    if (isChunked) reply.shouldKeepAlive = false
    connection.complete += isChunked ? Infinity : bytesOf(request)
    reply.once('close', () => {
      // The count is about right, and what it is too high would hide parts of later requests.
      if (request.complete) connection.complete = Math.min(connection.complete, request.socket.bytesRead)
    })
  }

  const timer = setInterval(() => {
    if (connections.size * MOST_OF_ONE > maxBytes) closeGreediest(maxBytes, begunOn(connections.values()))
  }, LOOK_EACH_MS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Returns about how many bytes a request has on its connection. */
function bytesOf({ method = '', url = '', rawHeaders, headers }: IncomingMessage): number {
  const lines = method.length + url.length + BYTES_OF_FORM.lines
  const forms = (rawHeaders.length / 2) * BYTES_OF_FORM.header
  return rawHeaders.reduce((bytes, text) => bytes + text.length, lines + forms + Number(headers['content-length'] ?? 0))
}

/** Lists the connections on which a request has begun to arrive, in the order in which they were opened. */
function* begunOn(connections: Iterable<Connection>): Generator<HeldBytes> {
  for (const { socket, network, complete } of connections) {
    const bytes = socket.bytesRead - complete
    if (bytes > 0) yield { socket, network, bytes }
  }
}
