import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { problem } from '#domain/problem.ts'
import { describeFault } from '#server/observability/describe-fault.ts'
import { RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'

/** Limits the time until an answer. A commit itself waits without a limit while its standby is away. */
const ANSWER_WITHIN_MS = 8_000
/** The same for changes at the desk, some of which concern every ticket of a show. */
const DESK_ANSWER_WITHIN_MS = 30_000

/** The access and the method of a call, which determine its time limit. */
type Limited = { access: string; method: string }

/** The time within which a request is answered. */
export type Deadline = {
  /**
   * Settles like the work. When the time is over, throws `busy` for a request that reads, else `unfinished`, and the
   * work goes on.
   */
  race: <Result>(work: Promise<Result>) => Promise<Result>
  /** Does work that has time limits of its own. It counts for nothing. */
  outside: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * Begins the time of a request. Reports at the desk have the limits of their statements instead, and requests that the
 * server sends to itself that of the request to which they belong.
 */
export function startDeadline(request: FastifyRequest, call: Limited): Deadline {
  const isFromClient = request.raw.socket instanceof Socket
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const isAtDesk = call.access === 'staff' || call.access === 'admin'
  if (!isFromClient || (isAtDesk && isReading)) return { race: (work) => work, outside: (work) => work() }
  let left = isAtDesk ? DESK_ANSWER_WITHIN_MS : ANSWER_WITHIN_MS
  let since = performance.now()
  let isOver = false
  const over = Promise.withResolvers<never>()
  over.promise.catch(() => undefined)
  const end = () => {
    isOver = true
    over.reject(problem(isReading ? 'busy' : 'unfinished', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
  }
  let timer = setTimeout(end, left)
  return {
    race: (work) => {
      const settled = work.finally(() => clearTimeout(timer))
      settled.catch((error: unknown) => {
        if (isOver) request.log.warn({ err: describeFault(error) }, 'failed after the answer')
      })
      return Promise.race([settled, over.promise])
    },
    outside: async (work) => {
      clearTimeout(timer)
      left -= performance.now() - since
      try {
        return await work()
      } finally {
        since = performance.now()
        if (!isOver) timer = setTimeout(end, left)
      }
    },
  }
}
