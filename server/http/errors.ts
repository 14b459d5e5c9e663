import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentenceOf, statusOfProblem } from '#contract/problems.ts'
import { Problem, problem } from '#domain/problem.ts'
import { isPassingFault } from '#server/db/connection.ts'
import { prefers } from './media-types.ts'

const RETRY_AFTER_SECONDS = 2

/**
 * A problem is answered by its sentence, as plain text or as RFC 9457 for who asks for it. Everything else is our
 * fault: it is logged with the request's id, and answered without a word about what happened.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const found = problemIn(error)
    if (found) return sendProblem(found, request, reply)
    request.log.error(error)
    return send(request, reply, {
      status: 500,
      code: 'internal',
      sentence: 'Something went wrong on our side. Please try again.',
    })
  })
}

/** Answers a problem by its sentence and status. */
export function sendProblem(found: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { details } = found
  if ('retryAfterSeconds' in details) reply.header('retry-after', details.retryAfterSeconds)
  if ('allowed' in details) reply.header('allow', details.allowed.join(', '))
  const fields = 'fields' in details ? details.fields : undefined
  return send(request, reply, {
    status: statusOfProblem[found.code],
    code: found.code,
    sentence: sentenceOf(found),
    fields,
  })
}

type Answer = { status: number; code: string; sentence: string; fields?: unknown }

function send(request: FastifyRequest, reply: FastifyReply, { status, code, sentence, fields }: Answer): FastifyReply {
  reply.code(status).header('x-problem', code).header('cache-control', 'no-store')
  if (prefers(request.headers.accept, 'application/problem+json', 'text/plain')) {
    return reply
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify({ type: 'about:blank', status, title: sentence, code, fields }))
  }
  return reply.type('text/plain; charset=utf-8').send(sentence)
}

/** What a thrown error means to the one who asked, if it means anything to them. */
function problemIn(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error
  if (isPassingFault(error)) return problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('body_too_large')
    case 'FST_REQ_FILE_TOO_LARGE':
      return problem('image_too_large', { limit: '1 MB' })
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
