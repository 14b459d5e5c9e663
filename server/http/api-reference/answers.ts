import type { Endpoint } from '#contract/endpoint.ts'
import { getImage, uploadImage } from '#contract/images.ts'
import { watchPlaces } from '#contract/places.ts'
import { PROBLEM_DOCUMENT } from '#contract/problem-document.ts'
import { problemsWithFields, statusOfProblem } from '#contract/problems.ts'
import { getSeatingPlanOfShow } from '#contract/seating.ts'
import type { ProblemCode } from '#domain/problem.ts'
import { exampleOf } from './examples.ts'
import { jsonSchemaOf, withNotes, type JsonSchema } from './json-schema.ts'
import type { Answer } from './operation.ts'
import { documentsOf, sentencesOf } from './problem-examples.ts'

// What is made once and may be asked about again, by its ETag.
const tagged: readonly Endpoint[] = [getImage, getSeatingPlanOfShow]
const etag = { ETag: { description: 'For If-None-Match.', schema: { type: 'string' } } }

/** What a call answers when all is well. */
export function replyOf(endpoint: Endpoint): Answer {
  if (endpoint.status === 204) return { description: 'Done.' }
  if (endpoint === watchPlaces) return eventStream
  if (endpoint === getImage) return picture
  const schema = jsonSchemaOf(endpoint.reply, 'output') ?? {}
  if (schema.type === 'string') {
    return { description: 'The session token.', content: { 'text/plain': { schema, example: 'Bearer eyJhbGciOi…' } } }
  }
  const json = { schema: withNotes(schema), example: exampleOf(schema) }
  const headers = tagged.includes(endpoint) ? { headers: etag } : {}
  if (endpoint.compact === undefined) return { description: 'Done.', ...headers, content: { 'application/json': json } }
  return {
    description:
      'JSON, or the compact form for a client that names its media type in Accept. The compact form is made for the shop’s own pages, written and read by contract/compact-seating/. It may change with any release. The JSON has the same content.',
    ...headers,
    // The compact form has no schema here: it may change with any release.
    content: { 'application/json': json, [endpoint.compact]: {} },
  }
}

const picture: Answer = {
  description: 'The picture: a PNG of its full size, or a WebP when a width is asked.',
  headers: etag,
  content: { 'image/png': {}, 'image/webp': {} },
}

const eventStream: Answer = {
  description:
    'Server-sent events until the client leaves. Without a name: how places stand now, pairs of a place’s id and how many tickets hold it. `reset`: changes may have been missed, ask for the whole state. `beat`: a sign of life, at least every 20 seconds. After a break, Last-Event-ID goes on where it ended.',
  content: {
    'text/event-stream': { schema: { type: 'string' }, example: 'id: 5f0c2a1b-7\ndata: [[501,1],[502,0]]\n\n' },
  },
}

// What any call may answer, beside the problems it names.
const always: Record<Endpoint['access'], readonly ProblemCode[]> = {
  visitor: ['malformed', 'invalid_fields', 'busy'],
  anyone: ['malformed', 'invalid_fields', 'not_signed_in', 'busy'],
  customer: ['malformed', 'invalid_fields', 'not_signed_in', 'busy'],
  admin: ['malformed', 'invalid_fields', 'not_signed_in', 'forbidden', 'busy'],
}
const alwaysWithBody: readonly ProblemCode[] = ['body_too_large', 'unsupported_media_type']

/** Every other answer of a call by its status: that nothing has changed, and the problems. */
export function problemsOf(endpoint: Endpoint): Record<string, Answer> {
  const takesJson = endpoint !== uploadImage && jsonSchemaOf(endpoint.body, 'input') !== undefined
  const codes = new Set([...endpoint.problems, ...always[endpoint.access], ...(takesJson ? alwaysWithBody : [])])
  const byStatus = Map.groupBy(codes, (code) => statusOfProblem[code])
  const notModified: [string, Answer][] = tagged.includes(endpoint)
    ? [['304', { description: 'If-None-Match names what is there: no body.', headers: etag }]]
    : []
  return Object.fromEntries([
    ...notModified,
    ...Array.from(byStatus, ([status, here]): [string, Answer] => [String(status), problemOf(status, here)]),
  ])
}

function problemOf(status: number, codes: readonly ProblemCode[]): Answer {
  return {
    description: `X-Problem: ${codes.join(', ')}`,
    headers: {
      'X-Problem': { schema: { type: 'string', enum: codes } },
      ...(codes.some((code) => code === 'busy' || code === 'too_many_requests') ? retryAfter : {}),
    },
    content: {
      'text/plain': { schema: { type: 'string' }, examples: sentencesOf(codes) },
      [PROBLEM_DOCUMENT]: { schema: problemDetails(status, codes), examples: documentsOf(codes) },
    },
  }
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }

function problemDetails(status: number, codes: readonly ProblemCode[]): JsonSchema {
  const text = { type: 'string' }
  const field = { type: 'object', properties: { field: text, message: text }, required: ['field', 'message'] }
  return {
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['about:blank'] },
      status: { type: 'integer', enum: [status] },
      title: { type: 'string', description: 'The sentence.' },
      code: { type: 'string', enum: codes },
      ...(codes.some((code) => problemsWithFields.includes(code)) && { fields: { type: 'array', items: field } }),
    },
    required: ['type', 'status', 'title', 'code'],
  }
}
