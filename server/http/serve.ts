import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { API_PREFIX, type Endpoint, type EndpointAccess } from '#contract/endpoint.ts'
import type { DeviceDirection } from '#domain/entry/entry.ts'
import type { EntryDeviceId, GateId, ShowId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Work } from './limits/admission.ts'
import { AnswerCosts, type Counted } from './limits/answer-costs.ts'
import { clientNetworkOf } from './client-network.ts'
import { startDeadline } from './deadline.ts'
import { Download } from './answers/download.ts'
import { prefers } from './answers/media-types.ts'
import type { NetworkTurns, Turn } from './limits/network-turns.ts'
import { PreparedAnswer } from './answers/prepared-answer.ts'
import { readInput } from './read-input.ts'

const TEXT = 'text/plain; charset=utf-8'
const JSON_TEXT = 'application/json; charset=utf-8'

/**
 * The authenticated sender of a request, as currently stored in the database. `isEmailVerified` is always true in a
 * shop that requires no confirmed address. `lacksSecondFactor` marks an administrator or staff without the second
 * factor that the shop requires; `isAdmin` and `isStaff` are then false. Administrators are staff, too.
 */
export type Caller = {
  userId: UserId
  sessionHash: Buffer
  isAdmin: boolean
  isStaff: boolean
  lacksSecondFactor: boolean
  isEmailVerified: boolean
}

/** The paired scanner that sends a request, as currently stored in the database. It works for these shows only. */
export type Device = {
  deviceId: EntryDeviceId
  name: string
  gate: { id: GateId; name: string } | null
  direction: DeviceDirection
  isSupervisor: boolean
  showIds: readonly ShowId[]
  pairedAt: Date
  expiresAt: Date
}

type CallerOf<A extends EndpointAccess> = A extends 'visitor'
  ? undefined
  : A extends 'device' | 'former-device'
    ? Device
    : A extends 'anyone'
      ? Caller | undefined
      : Caller

/** The parsed request that a route receives. */
export type Call<Params, Query, Body, A extends EndpointAccess> = {
  params: Params
  query: Query
  body: Body
  caller: CallerOf<A>
  idempotencyKey: string | undefined
  /** Whether the `Accept` header prefers the endpoint's compact form. */
  wantsCompact: boolean
  request: FastifyRequest
  outsideTurn: Turn['outside']
  onOwnConnection: Turn['onOwnConnection']
  /** Does work that takes much of the processor, and counts its time for the client network and the caller. */
  counted: Counted
}

type ServeOptions<Params, Query> = {
  work?: Extract<Work, 'batched' | 'shared'>
  /** Returns the answer to visitors of a client network if it needs no work. Otherwise undefined. */
  inMemory?: (asked: { params: Params; query: Query }, network: string) => PreparedAnswer | undefined
}

/**
 * Binds an endpoint of the contract to the function that answers it. Work that is `batched`, or that is `shared` as a
 * read, takes no database connection of its own, except by `onOwnConnection`. Refuses a client network or a caller
 * as `busy` whose answers cost too much of the processor. Visitors whose answer is `inMemory` need no turn.
 */
export function serve<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  A extends EndpointAccess,
>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Reply, A>,
  answer: (
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>, A>,
  ) => Promise<z.input<Reply> | PreparedAnswer | Download>,
  { work, inMemory }: ServeOptions<z.output<Params>, z.output<Query>> = {},
): void {
  const costs = new AnswerCosts()
  app.route({
    method: endpoint.method,
    url: `/${API_PREFIX}${endpoint.path}`,
    config: { isList: inMemory !== undefined },
    handler: async (request, reply) => {
      const network = clientNetworkOf(request.ip)
      if (inMemory && !request.headers.authorization) {
        const asked = {
          params: readInput(endpoint.params, request.params),
          query: readInput(endpoint.query, request.query, ''),
        }
        const known = inMemory(asked, network)
        if (known) return known.send(request, reply)
      }
      const senders = [network]
      costs.requireRoom(network)
      const deadline = startDeadline(request, endpoint)
      const answerIn = async ({ outside, onOwnConnection, ofCaller }: Turn) => {
        const caller = (await admit(endpoint, request)) as CallerOf<A>
        if (caller) {
          const sender = 'userId' in caller ? `account ${caller.userId}` : `device ${caller.deviceId}`
          costs.requireRoom(sender)
          senders.push(sender)
          await ofCaller(sender)
        }
        const params = readInput(endpoint.params, request.params)
        const query = readInput(endpoint.query, request.query, '')
        const body = readInput(endpoint.body, request.body, null)
        const idempotencyKey = readIdempotencyKey(request)
        const wantsCompact =
          endpoint.compact !== undefined && prefers(request.headers.accept, endpoint.compact, 'application/json')
        const outsideTurn: Turn['outside'] = (other) => outside(() => deadline.outside(other))
        const counted: Counted = (work) => costs.count(senders, work)
        return answer({
          ...{ params, query, body, caller, idempotencyKey, wantsCompact, request },
          ...{ outsideTurn, onOwnConnection, counted },
        })
      }
      const result = await deadline.race(request.server.inTurn(request, reply, answerIn, work))
      if (result instanceof PreparedAnswer) return result.send(request, reply)
      if (result instanceof Download) return result.send(request, reply, () => admit(endpoint, request))
      const written = endpoint.status === 204 ? undefined : costs.countShaping(senders, () => write(endpoint, result))
      return send(reply, endpoint, written)
    },
  })
}

async function admit(endpoint: Endpoint, request: FastifyRequest): Promise<Caller | Device | undefined> {
  if (endpoint.access === 'visitor') return undefined
  if (endpoint.access === 'device') return request.server.identifyDevice(request)
  if (endpoint.access === 'former-device') return request.server.identifyDevice(request, { isFormer: true })
  const caller = await request.server.identify(request)
  if (caller?.lacksSecondFactor && actsForShop(endpoint)) throw problem('second_factor_missing')
  if (endpoint.access === 'anyone') return caller
  if (!caller) throw problem('not_signed_in')
  if (endpoint.access === 'admin' && !caller.isAdmin) throw problem('forbidden')
  if (endpoint.access === 'staff' && !caller.isStaff) throw problem('forbidden')
  if (endpoint.needsVerifiedEmail && !caller.isEmailVerified) throw problem('email_not_verified')
  return caller
}

/**
 * Tells whether a call is closed to administrators and staff without the second factor that the shop requires: all
 * calls of theirs, and those by which users reserve, order, pay, create something or offer a ticket.
 */
function actsForShop({ access, method, needsVerifiedEmail }: Endpoint): boolean {
  return (
    access === 'admin' || access === 'staff' || needsVerifiedEmail === true || (access === 'anyone' && method !== 'GET')
  )
}

type Written = { type: string; body: string }

/** Shapes a reply by its schema, so that fields outside the contract never leave the server, and writes it. */
function write({ reply: schema }: Endpoint, result: unknown): Written {
  const shaped = schema.parse(result)
  return typeof shaped === 'string' ? { type: TEXT, body: shaped } : { type: JSON_TEXT, body: JSON.stringify(shaped) }
}

function send(reply: FastifyReply, { status, compact }: Endpoint, written: Written | undefined): FastifyReply {
  reply.code(status).header('cache-control', 'no-store')
  if (compact !== undefined) reply.header('vary', 'accept')
  return written ? reply.type(written.type).send(written.body) : reply.send()
}

function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > 255) {
    throw problem('malformed', { reason: 'An Idempotency-Key has at most 255 characters.' })
  }
  return key
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Identifies the caller; undefined without a token. Throws `not_signed_in` for an invalid token. */
    identify: (request: FastifyRequest) => Promise<Caller | undefined>
    /**
     * Identifies the calling scanner. Throws `not_signed_in` without the token of one that still works, or `isFormer`:
     * that worked some days ago and was not revoked.
     */
    identifyDevice: (request: FastifyRequest, options?: { isFormer: boolean }) => Promise<Device>
    /** Does the work of a request when it is the turn of its client network. */
    inTurn: NetworkTurns['take']
    /** Tells whether to refuse a request that reads of a client network before anything is done for it. */
    isHopeless: NetworkTurns['isHopeless']
    /** Returns the number of requests that this server refused in an overload since the last call. */
    takeRefusals: NetworkTurns['takeRefusals']
  }
}
