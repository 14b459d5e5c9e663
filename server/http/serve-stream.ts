import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod/mini'
import { API_PREFIX, type Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#domain/problem.ts'
import { clientNetworkOf } from './client-network.ts'
import { readInput } from './read-input.ts'
import type { Caller, Device } from './serve.ts'

/** A client that opens a stream. */
export type StreamRequest = {
  clientNetwork: string
  caller: Caller | undefined
  lastEventId: string | undefined
  /** Does work that needs the database when it is the turn of the client network. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Opens the stream of an admitted client, unless it throws: a problem can only be answered before. */
export type Join = (open: () => EventStream) => void

/** Limits the unread bytes of a client. Slower readers are disconnected and reconnect. */
const MAX_UNREAD_BYTES = 64 * 1024
/** Limits the time for which a client leaves events unread. */
const UNREAD_MS = 30_000
/** The number of times at which a client is found with unread events before it is disconnected. */
const UNREAD_CHECKS = 5
/** The interval in which the session and the role of staff are read again. */
const STAFF_CHECK_MS = 60_000

/**
 * Binds a streaming endpoint to the function that admits a client. That function refuses by throwing, or returns a
 * callback that opens the stream. Disconnects clients that leave events unread for `unreadMs`, and staff whose
 * session or role has ended, at most `staffCheckMs` later. HEAD is not supported.
 */
export function serveStream<Params extends z.ZodMiniType>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, 'anyone'>,
  admit: (call: StreamRequest & { params: z.output<Params> }) => Promise<Join>,
  { unreadMs = UNREAD_MS, staffCheckMs = STAFF_CHECK_MS } = {},
): void {
  const openStreams = new OpenStreams(unreadMs)
  app.route({
    method: endpoint.method,
    url: `/${API_PREFIX}${endpoint.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const params = readInput(endpoint.params, request.params)
      const lastEventId = request.headers['last-event-id']?.toString()
      const clientNetwork = clientNetworkOf(request.ip)
      const inTurn: StreamRequest['inTurn'] = (work) => request.server.inTurn(request, reply, work)
      const identify = () => request.server.identify(request)
      const caller = request.headers.authorization ? await inTurn(identify) : undefined
      const join = await admit({ params, caller, clientNetwork, lastEventId, inTurn })
      if (!canStream(reply)) return
      join(() => {
        const stream = new EventStream(reply)
        openStreams.add(stream)
        if (caller?.isStaff) endWithRole(stream, identify, staffCheckMs)
        return stream
      })
    },
  })
}

/** Ends the stream once its caller is no longer identified as staff. */
function endWithRole(stream: EventStream, identify: () => Promise<Caller | undefined>, checkMs: number): void {
  const check = setInterval(async () => {
    const isStaff = await identify().then(
      (caller) => caller?.isStaff,
      () => false,
    )
    if (!isStaff) stream.end()
  }, checkMs)
  stream.onClose(() => clearInterval(check))
}

type DeviceStream<Query> = { query: Query; device: Device; inTurn: StreamRequest['inTurn'] }

/** The interval in which the access of a scanner is read again. */
const DEVICE_CHECK_MS = 10_000

/**
 * Binds a streaming endpoint of scanners to the function that admits one. Ends streams of devices whose access has
 * ended, at most `deviceCheckMs` later.
 */
export function serveDeviceStream<Query extends z.ZodMiniType>(
  app: FastifyInstance,
  endpoint: Endpoint<z.ZodMiniType, Query, z.ZodMiniType, z.ZodMiniType, 'device'>,
  admit: (call: DeviceStream<z.output<Query>>) => Promise<Join>,
  { unreadMs = UNREAD_MS, deviceCheckMs = DEVICE_CHECK_MS } = {},
): void {
  const openStreams = new OpenStreams(unreadMs)
  app.route({
    method: endpoint.method,
    url: `/${API_PREFIX}${endpoint.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const inTurn: StreamRequest['inTurn'] = (work) => request.server.inTurn(request, reply, work)
      const identify = () => request.server.identifyDevice(request)
      const device = await inTurn(identify)
      const query = readInput(endpoint.query, request.query, '')
      const join = await admit({ query, device, inTurn })
      if (!canStream(reply)) return
      join(() => {
        const stream = new EventStream(reply)
        openStreams.add(stream)
        endWithAccess(stream, identify, deviceCheckMs)
        return stream
      })
    },
  })
}

/** Ends the stream once its device is refused. */
function endWithAccess(stream: EventStream, identify: () => Promise<Device>, checkMs: number): void {
  const check = setInterval(() => {
    identify().catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_signed_in') stream.end()
    })
  }, checkMs)
  stream.onClose(() => clearInterval(check))
}

/**
 * Tells whether the connection of a reply can become a stream. Disconnects a client that has sent the request without
 * waiting for the answer to an earlier one, whose connection belongs to that one, or with a body, which nothing would
 * read for as long as the client listens.
 */
function canStream({ raw, request }: FastifyReply): boolean {
  if (raw.socket === null || hasBody(request.raw)) request.raw.socket.destroy()
  return !request.raw.socket.destroyed
}

const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The connections that have become streams. */
const streaming = new WeakSet<Socket>()

/** Disconnects clients that send a request on the connection of a stream: its answer would be among the events. */
export function refuseRequestsOnStreams(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (streaming.has(request.raw.socket)) request.raw.socket.destroy()
    else done()
  })
}

/**
 * A connection that sends server-sent events to one client. Sends the head of the answer, then holds the socket alone:
 * request and reply would stay in memory for as long as the client listens, with all of their headers.
 */
export class EventStream {
  readonly #socket: Socket

  constructor(reply: FastifyReply) {
    reply.hijack()
    const { raw } = reply
    this.#socket = raw.socket as Socket
    streaming.add(this.#socket)
    // The stream ends with its connection. Chunks would triple the writes of each event.
    raw.useChunkedEncodingByDefault = false
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    }
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value)
    raw.flushHeaders()
    raw.detachSocket(this.#socket)
    // The request has been answered: it is counted and logged.
    raw.emit('close')
  }

  get isClosed(): boolean {
    return this.#socket.destroyed
  }

  get hasUnread(): boolean {
    return this.#socket.writableLength > 0
  }

  /** Calls back once when either side ends the stream. */
  onClose(listener: () => void): void {
    this.#socket.once('close', listener)
  }

  /** Sends events in one write, without a copy: those that many clients have not read are in memory once. */
  send(...events: Uint8Array[]): void {
    if (this.#socket.destroyed || this.#socket.writableLength > MAX_UNREAD_BYTES) this.#socket.destroy()
    else {
      this.#socket.cork()
      for (const each of events) this.#socket.write(each)
      this.#socket.uncork()
    }
  }

  end(): void {
    this.#socket.end()
  }

  /** Disconnects the client without sending what it has not read. */
  disconnect(): void {
    this.#socket.destroy()
  }
}

/** The open streams of an endpoint. Disconnects clients that leave events unread, all of them by one timer. */
class OpenStreams {
  readonly #unreadMs: number
  /** The time since which a stream has had unread events. Undefined without any. */
  readonly #unreadSince = new Map<EventStream, number | undefined>()
  #check: NodeJS.Timeout | undefined

  constructor(unreadMs: number) {
    this.#unreadMs = unreadMs
  }

  add(stream: EventStream): void {
    this.#unreadSince.set(stream, undefined)
    this.#check ??= setInterval(() => this.#checkAll(), this.#unreadMs / UNREAD_CHECKS).unref()
  }

  #checkAll(): void {
    const now = performance.now()
    for (const [stream, since = now] of this.#unreadSince) {
      if (now - since >= this.#unreadMs) stream.disconnect()
      if (stream.isClosed) this.#unreadSince.delete(stream)
      else this.#unreadSince.set(stream, stream.hasUnread ? since : undefined)
    }
    if (this.#unreadSince.size > 0) return
    clearInterval(this.#check)
    this.#check = undefined
  }
}

type ServerEvent = { id?: string; name?: string; data: unknown }

/** Encodes an event. Clients resume after the last event with an id. */
export function eventBytes({ id, name, data }: ServerEvent): Uint8Array {
  const lines = [...(id ? [`id: ${id}`] : []), ...(name ? [`event: ${name}`] : []), `data: ${JSON.stringify(data)}`]
  return Buffer.from(`${lines.join('\n')}\n\n`)
}

/** Encodes the delay after which a client reconnects. */
export function retryBytes(milliseconds: number): Uint8Array {
  return Buffer.from(`retry: ${Math.round(milliseconds)}\n\n`)
}
