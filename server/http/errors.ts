import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEM_DOCUMENT, type ProblemDocument } from '#contract/problem-document.ts'
import { documentOf } from '#contract/problems.ts'
import { Problem, problem } from '#domain/problem.ts'
import { isTransientFault } from '#server/db/connection.ts'
import { busy } from '#server/concurrency/wait-in-line.ts'
import { prefers } from './answers/media-types.ts'

const INTERNAL: ProblemDocument = {
  type: 'about:blank',
  status: 500,
  title: 'Something went wrong on our side. Please try again.',
  code: 'internal',
}

/**
 * Answers a problem by its sentence, as plain text or as a problem document (RFC 9457) if the caller asks for one.
 * Answers any other error by 500 without details; the request's log line has them.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const found = problemIn(error)
    if (found) return sendProblem(found, request, reply)
    return send(request, reply, INTERNAL)
  })
}

/** Answers a problem by its sentence and status. */
export function sendProblem(found: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { details } = found
  if ('retryAfterSeconds' in details) reply.header('retry-after', details.retryAfterSeconds)
  if ('allowed' in details) reply.header('allow', details.allowed.join(', '))
  return send(request, reply, documentOf(found))
}

function send(request: FastifyRequest, reply: FastifyReply, document: ProblemDocument): FastifyReply {
  reply.code(document.status).header('x-problem', document.code).header('cache-control', 'no-store')
  if (prefers(request.headers.accept, PROBLEM_DOCUMENT, 'text/plain')) {
    return reply.type(`${PROBLEM_DOCUMENT}; charset=utf-8`).send(JSON.stringify(document))
  }
  return reply.type('text/plain; charset=utf-8').send(document.title)
}

/** Finds the problem that a thrown error is for the caller; undefined for a fault of the server. */
function problemIn(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error
  if (isTransientFault(error)) return busy()
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('body_too_large')
    case 'FST_REQ_FILE_TOO_LARGE':
      return problem('image_too_large', { limit: 'file' })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return problem('unsupported_media_type')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem('malformed', { reason: 'The request body is not valid JSON.' })
  }
  const { statusCode } = error
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return problem('malformed', { reason: 'The request is not of the expected form.' })
  }
  return undefined
}
