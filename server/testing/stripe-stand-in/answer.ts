import type { FastifyReply, FastifyRequest } from 'fastify'
import { answeringAs, type Done, type Provider, type Script } from '../stand-in/answering.ts'
import type { Answer } from '../stand-in/idempotency.ts'
import type { Books } from './books.ts'
import { expand } from './expand.ts'
import { type FormTree, readForm } from './form.ts'
import { keyInUse, otherRequest, type StripeFault, StripeProblem, WRONG_KEY } from './problems.ts'

/** The stand-in's side of the API: its books, its key, its script of faults, and the calls it got. */
export type StandIn = Script & { books: Books }

type Work = (params: FormTree, request: FastifyRequest) => unknown

/** Returns a handler that does a call as Stripe does. */
export function answering(standIn: StandIn, work: Work) {
  const answer = answeringAs(STRIPE, standIn, (body, request) => {
    const [, query = ''] = request.url.split('?')
    return attempt(() => work(readForm(request.method === 'POST' ? body : query), request))
  })
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const version = request.headers['stripe-version']
    standIn.books.apiVersion = typeof version === 'string' ? version : null
    return answer(request, reply)
  }
}

const RATE_LIMIT: StripeFault = { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' }
const REFUSAL: StripeFault = { type: 'invalid_request_error', message: 'This request is refused.' }
const OWN_FAULT: StripeFault = { type: 'api_error', message: 'An unknown error occurred.' }

const STRIPE: Provider = {
  contentType: 'application/json',
  now: Date.now,
  keepsKeysMs: Infinity,
  wrongApiKey: answerOf(WRONG_KEY).answer,
  refuseKey: (use, key) => answerOf(use === 'busy' ? keyInUse(key) : otherRequest(key)).answer,
  fault: (status) => problemAnswer(status, status === 429 ? RATE_LIMIT : status === 500 ? OWN_FAULT : REFUSAL),
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

/** Takes the paths to expand out of the parameters. */
export function expanding(books: Books, params: FormTree, object: unknown): unknown {
  const paths = params['expand']
  return expand(books, object, typeof paths === 'object' ? Object.values(paths).map(String) : [])
}
