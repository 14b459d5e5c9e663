import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Books } from './books.ts'
import { expand } from './expand.ts'
import { type Fault, nextFault } from './faults.ts'
import { type FormTree, readForm } from './form.ts'
import { type KeptAnswers, endKey, takeKey } from './idempotency.ts'
import { type StripeFault, StripeProblem, WRONG_KEY } from './problems.ts'

type Call = { method: string; path: string; key: string | undefined; body: string; isReplayed: boolean }

/** The stand-in's side of the API: its keys, its script of faults, and the calls it got. */
export type StandIn = { books: Books; apiKey: string; faults: Fault[]; kept: KeptAnswers; calls: Call[] }

type Work = (params: FormTree, request: FastifyRequest) => unknown
type Answer = { status: number; body: string }

/** Returns a handler that does a call as Stripe does: key, idempotency, answer, and the faults of the script. */
export function answering(standIn: StandIn, work: Work) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = '', query = ''] = request.url.split('?')
    const body = typeof request.body === 'string' ? request.body : ''
    const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
    const call: Call = { method: request.method, path, key, body, isReplayed: false }
    standIn.calls.push(call)
    standIn.books.apiVersion = headerOf(request, 'stripe-version') ?? null
    const fault = nextFault(standIn.faults, `${request.method} ${path}`)
    if (fault?.when === 'before' && leavesNoAnswer(fault)) return interrupt(fault, request, reply)
    if (fault?.what === 429) return send(reply, problemAnswer(429, RATE_LIMIT))
    let kept: Answer | undefined
    try {
      if (request.headers.authorization !== `Bearer ${standIn.apiKey}`) throw WRONG_KEY
      kept = key === undefined ? undefined : takeKey(standIn.kept, key, `${request.method} ${path}\n${body}`)
    } catch (error) {
      return send(reply, answerOf(error).answer)
    }
    if (kept) {
      call.isReplayed = true
      void reply.header('idempotent-replayed', 'true')
    }
    if (fault?.what === 'delay') await wait(fault.delayMs)
    const done = kept
      ? { answer: kept, isStored: true }
      : produce(fault, () => work(readForm(request.method === 'POST' ? body : query), request))
    if (key !== undefined) endKey(standIn.kept, key, done.isStored ? done.answer : undefined)
    const answer = answerOnTheWay(fault, done.answer)
    if (fault && fault.when !== 'before' && leavesNoAnswer(fault)) return interrupt(fault, request, reply, answer)
    if (key !== undefined) void reply.header('idempotency-key', key)
    return send(reply, answer)
  }
}

const RATE_LIMIT: StripeFault = { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' }
const REFUSAL: StripeFault = { type: 'invalid_request_error', message: 'This request is refused.' }
const OWN_FAULT: StripeFault = { type: 'api_error', message: 'An unknown error occurred.' }

const leavesNoAnswer = ({ what }: Fault) => what === 'cut' || what === 'silence' || what === 'kill'

type Done = { answer: Answer; isStored: boolean }

const NOTHING_DONE: Done = { answer: { status: 502, body: '' }, isStored: false }

/** Does the work, unless a fault comes before it. An error 500 is kept by its key, as at Stripe. */
function produce(fault: Fault | undefined, work: () => unknown): Done {
  const status = statusOf(fault)
  const done = status !== undefined && fault?.when === 'before' ? NOTHING_DONE : attempt(work)
  if (status === undefined || status > 500) return done
  const isOwnFault = status === 500
  return { answer: problemAnswer(status, isOwnFault ? OWN_FAULT : REFUSAL), isStored: isOwnFault }
}

const statusOf = (fault: Fault | undefined) => (typeof fault?.what === 'number' ? fault.what : undefined)

/** Answers above 500 come from gateways in front of Stripe, which know nothing of the call's own answer. */
function answerOnTheWay(fault: Fault | undefined, answer: Answer): Answer {
  const status = statusOf(fault)
  if (status === undefined || status <= 500) return answer
  return { status, body: '<html><body>Bad gateway</body></html>' }
}

function attempt(work: () => unknown): Done {
  try {
    return { answer: { status: 200, body: JSON.stringify(work(), null, 2) }, isStored: true }
  } catch (error) {
    return answerOf(error)
  }
}

function answerOf(error: unknown): Done {
  if (!(error instanceof StripeProblem)) throw error
  return { answer: problemAnswer(error.status, error.fault), isStored: error.isStored }
}

function problemAnswer(status: number, fault: StripeFault): Answer {
  return { status, body: JSON.stringify({ error: fault }, null, 2) }
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply
    .status(status)
    .header('content-type', body.startsWith('<') ? 'text/html' : 'application/json')
    .send(body)
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

/** Takes the paths to expand out of the parameters. */
export function expanding(books: Books, params: FormTree, object: unknown): unknown {
  const paths = params['expand']
  return expand(books, object, typeof paths === 'object' ? Object.values(paths).map(String) : [])
}
