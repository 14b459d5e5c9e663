import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Fault, nextFault } from './faults.ts'
import { type Answer, type KeptAnswers, endKey, type KeyUse, takeKey } from './idempotency.ts'

/** An answer, and whether an idempotency key keeps it. */
export type Done = { answer: Answer; isStored: boolean }

/** A call that a stand-in got. `key`: of idempotency. */
export type Call = { method: string; path: string; key?: string | undefined; body: string; isReplayed: boolean }

/** The side of a provider's API that all stand-ins share: its script of faults, and the calls that it got. */
export type Script = { apiKey: string; faults: Fault[]; kept: KeptAnswers; calls: Call[] }

/** How a provider answers when it does not do a call. */
export type Provider = {
  contentType: string
  /** The time of its clock in milliseconds, and how long it keeps idempotency keys. */
  now: () => number
  keepsKeysMs: number
  wrongApiKey: Answer
  /** Refuses a call whose key another request has used, or whose first request is not done. */
  refuseKey: (use: 'other' | 'busy', key: string) => Answer
  /** The answer with a status of the script, up to 500. Above, gateways in front of the provider answer. */
  fault: (status: number) => Answer
}

/** Returns a handler that does a call as a provider does: key, idempotency, answer, and the faults of the script. */
export function answeringAs(provider: Provider, script: Script, work: (body: string, request: FastifyRequest) => Done) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = ''] = request.url.split('?')
    const body = typeof request.body === 'string' ? request.body : ''
    const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
    const call: Call = { method: request.method, path, key, body, isReplayed: false }
    script.calls.push(call)
    const send = ({ status, body: text }: Answer) =>
      reply
        .status(status)
        .header('content-type', text.startsWith('<') ? 'text/html' : provider.contentType)
        .send(text)
    const fault = nextFault(script.faults, `${request.method} ${path}`)
    if (fault?.when === 'before' && leavesNoAnswer(fault)) {
      await wait(fault.delayMs)
      return interrupt(fault, request, reply)
    }
    if (fault?.what === 429) return send(provider.fault(429))
    if (request.headers.authorization !== `Bearer ${script.apiKey}`) return send(provider.wrongApiKey)
    const now = provider.now()
    const use: KeyUse =
      key === undefined
        ? { kind: 'new' }
        : takeKey(script.kept, key, `${request.method} ${path}\n${body}`, { now, since: now - provider.keepsKeysMs })
    if (key !== undefined && (use.kind === 'other' || use.kind === 'busy')) {
      return send(provider.refuseKey(use.kind, key))
    }
    if (use.kind === 'known') {
      call.isReplayed = true
      void reply.header('idempotent-replayed', 'true')
    }
    if (fault?.what === 'delay') await wait(fault.delayMs)
    const done =
      use.kind === 'known'
        ? { answer: use.answer, isStored: true }
        : produce(provider, fault, () => work(body, request))
    if (key !== undefined) endKey(script.kept, key, done.isStored ? done.answer : undefined)
    const answer = answerOnTheWay(fault, done.answer)
    if (fault && fault.when !== 'before' && leavesNoAnswer(fault)) return interrupt(fault, request, reply, answer)
    if (key !== undefined) void reply.header('idempotency-key', key)
    return send(answer)
  }
}

const leavesNoAnswer = ({ what }: Fault) => what === 'cut' || what === 'silence' || what === 'kill'

const NOTHING_DONE: Done = { answer: { status: 502, body: '' }, isStored: false }

/** Does the work, unless a fault comes before it. An error 500 is kept by its key. */
function produce(provider: Provider, fault: Fault | undefined, work: () => Done): Done {
  const status = statusOf(fault)
  const done = status !== undefined && fault?.when === 'before' ? NOTHING_DONE : work()
  if (status === undefined || status > 500) return done
  return { answer: provider.fault(status), isStored: status === 500 }
}

const statusOf = (fault: Fault | undefined) => (typeof fault?.what === 'number' ? fault.what : undefined)

/** Answers above 500 come from gateways in front of the provider, which know nothing of the call's own answer. */
function answerOnTheWay(fault: Fault | undefined, answer: Answer): Answer {
  const status = statusOf(fault)
  if (status === undefined || status <= 500) return answer
  return { status, body: '<html><body>Bad gateway</body></html>' }
}

/** Leaves the caller without an answer, or with half of one. */
function interrupt(fault: Fault, request: FastifyRequest, reply: FastifyReply, answer?: Answer): FastifyReply {
  reply.hijack()
  if (fault.when === 'inside' && answer) {
    const length = Buffer.byteLength(answer.body)
    reply.raw.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': length })
    reply.raw.write(answer.body.slice(0, answer.body.length / 2), () => end(fault, request))
  } else end(fault, request)
  return reply
}

function end({ what, pid }: Fault, request: FastifyRequest): void {
  if (what === 'kill' && pid !== undefined) process.kill(pid, 'SIGKILL')
  if (what !== 'silence') request.raw.socket.destroy()
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
