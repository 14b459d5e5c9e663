import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { handleErrors } from '#server/http/errors.ts'
import type { AdmissionLimits } from '#server/http/limits/admission.ts'
import { NetworkTurns, type Turn } from '#server/http/limits/network-turns.ts'
import type { Limits } from '#server/concurrency/semaphore.ts'

/** Addresses of different client networks. */
export const CROWD = '127.0.0.2'
export const VISITOR = '127.0.0.3'

type Answer = { status: number | undefined; retryAfter: string | undefined }
type Request = { answer: Promise<Answer>; leave: () => void }

const agent = new Agent({ keepAlive: false, maxSockets: Infinity })

/** Sends a request from an address of this machine. */
export function send(app: FastifyInstance, path: string, from: string, { method = 'GET', by = agent } = {}): Request {
  const { port } = app.server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, path, method, agent: by, localAddress: from })
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.once('response', (response) => {
      response.resume()
      resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] })
    })
    sent.once('error', reject)
    sent.end()
  })
  answer.catch(() => {})
  return { answer, leave: () => sent.destroy() }
}

/**
 * Starts a server whose requests end when the test lets them. A request can name its account: `/name?account=1`.
 * `queue` sends a request and waits until it asks for its turn, `hasNoticed` tells whether the server knows that a
 * client has left.
 */
export async function slowServer(
  ofNetwork: Limits,
  ofShop: Partial<AdmissionLimits> = {},
  luck: Record<string, number> = {},
) {
  const ofServer = {
    running: 1_000,
    slow: 1_000,
    writing: ofShop.running ?? 1_000,
    batched: 1_000,
    shared: 1_000,
    waiting: 1_000,
    waitMs: 60_000,
    ...ofShop,
  }
  const turns = new NetworkTurns(ofNetwork, ofServer, (network) => luck[network] ?? 0.5)
  const open = new Map<string, () => void>()
  const left = new Set<string>()
  let arrived = 0
  const app = Fastify()
  onTestFinished(() => app.close())
  handleErrors(app)
  app.route({
    method: ['GET', 'POST'],
    url: '/:name',
    handler: (request, reply) => {
      const { name } = request.params as { name: string }
      reply.raw.once('close', () => left.add(name))
      const { account } = request.query as { account?: string }
      const work = async ({ ofCaller }: Turn) => {
        if (account !== undefined) await ofCaller(account)
        await new Promise<void>((resolve) => open.set(name, resolve))
        open.delete(name)
        return name
      }
      const answer = turns.take(request, reply, work, name.startsWith('batched') ? 'batched' : undefined)
      arrived += 1
      return answer
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const names = () => [...open.keys()]
  const queue = async (...args: Parameters<typeof send>) => {
    const before = arrived
    const sent = send(...args)
    await expect.poll(() => arrived).toBe(before + 1)
    return sent
  }
  const hasNoticed = (name: string) => left.has(name)
  return { app, turns, names, queue, hasNoticed, end: (name: string) => open.get(name)?.() }
}
