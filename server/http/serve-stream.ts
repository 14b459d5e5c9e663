import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod/mini'
import { API_PREFIX, type Endpoint } from '#contract/endpoint.ts'
import { readInput } from './read-input.ts'
import { clientNetworkOf } from './client-network.ts'

/** A client that opens a stream. */
export type StreamRequest = { clientNetwork: string; lastEventId: string | undefined }

type Join = (stream: EventStream) => void

/** Limits the unread bytes of a client. Slower readers are disconnected and reconnect. */
const MAX_UNREAD_BYTES = 64 * 1024

/**
 * Binds a streaming endpoint to the function that admits a client. That function refuses by throwing, or returns a
 * callback that receives the open stream. HEAD is not supported.
 */
export function serveStream<Params extends z.ZodMiniType>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, 'visitor'>,
  admit: (call: StreamRequest & { params: z.output<Params> }) => Promise<Join>,
): void {
  app.route({
    method: endpoint.method,
    url: `/${API_PREFIX}${endpoint.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const params = readInput(endpoint.params, request.params)
      const lastEventId = request.headers['last-event-id']?.toString()
      const join = await admit({ params, clientNetwork: clientNetworkOf(request.ip), lastEventId })
      if (!request.raw.socket.destroyed) join(new EventStream(reply))
    },
  })
}

/** A connection that sends server-sent events to one client. */
export class EventStream {
  readonly #raw: ServerResponse

  constructor(reply: FastifyReply) {
    reply.hijack()
    this.#raw = reply.raw
    // A client may disconnect during a write.
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

  /** Calls back once when either side ends the stream. */
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

/** Encodes an event. Clients resume after the last event with an id. */
export function eventBytes({ id, name, data }: ServerEvent): Uint8Array {
  const lines = [...(id ? [`id: ${id}`] : []), ...(name ? [`event: ${name}`] : []), `data: ${JSON.stringify(data)}`]
  return Buffer.from(`${lines.join('\n')}\n\n`)
}

/** Encodes the delay after which a client reconnects. */
export function retryBytes(milliseconds: number): Uint8Array {
  return Buffer.from(`retry: ${Math.round(milliseconds)}\n\n`)
}
