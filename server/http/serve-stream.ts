import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod/mini'
import { API_PREFIX, type Endpoint } from '#contract/endpoint.ts'
import { readInput } from './read-input.ts'
import { clientNetworkOf } from './client-network.ts'

/** One client who listens. */
export type Listening = { source: string; lastEventId: string | undefined }

type Join = (stream: EventStream) => void

// What a reader may leave unread; who is further behind is let go, and asks again when they can.
const MAX_UNREAD_BYTES = 64 * 1024

/**
 * Binds an endpoint whose answer goes on to the function that admits a client. It may refuse by throwing; what it answers
 * is called with the client's open stream. There is no HEAD of it.
 */
export function serveStream<Params extends z.ZodMiniType>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, 'visitor'>,
  admit: (call: Listening & { params: z.output<Params> }) => Promise<Join>,
): void {
  app.route({
    method: endpoint.method,
    url: `/${API_PREFIX}${endpoint.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const params = readInput(endpoint.params, request.params)
      const lastEventId = request.headers['last-event-id']?.toString()
      const join = await admit({ params, source: clientNetworkOf(request.ip), lastEventId })
      if (!request.raw.socket.destroyed) join(new EventStream(reply))
    },
  })
}

/** Server-sent events to one client. */
export class EventStream {
  readonly #raw: ServerResponse

  constructor(reply: FastifyReply) {
    reply.hijack()
    this.#raw = reply.raw
    // A client who goes in the middle of a word is no fault of ours.
    this.#raw.on('error', () => {})
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    }
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.#raw.setHeader(name, value)
  }

  /** Calls back once, whoever ends it. */
  onClose(listener: () => void): void {
    this.#raw.once('close', listener)
  }

  send(events: Uint8Array): void {
    if (this.#raw.writableLength > MAX_UNREAD_BYTES) this.#raw.destroy()
    else this.#raw.write(events)
  }

  end(): void {
    this.#raw.end()
  }
}

type ServerEvent = { id?: string; name?: string; data: unknown }

/** An event as it goes over the wire. One that carries an id is where a client goes on after a break. */
export function eventBytes({ id, name, data }: ServerEvent): Uint8Array {
  const lines = [...(id ? [`id: ${id}`] : []), ...(name ? [`event: ${name}`] : []), `data: ${JSON.stringify(data)}`]
  return Buffer.from(`${lines.join('\n')}\n\n`)
}

/** Tells a client how long to wait before it asks again after a break. */
export function retryBytes(milliseconds: number): Uint8Array {
  return Buffer.from(`retry: ${Math.round(milliseconds)}\n\n`)
}
