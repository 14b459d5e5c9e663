import { getPlanPlaces } from '#contract/admin-seating-plans.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getPostings } from '#contract/accounting.ts'
import { getEntrySet, watchEntry } from '#contract/entry.ts'
import { downloadRefundFile, XML } from '#contract/admin-refund-files.ts'
import { CSV, exportList } from '#contract/exports.ts'
import { getImage, uploadImage } from '#contract/images.ts'
import { watchPlaces } from '#contract/places.ts'
import { PROBLEM_DOCUMENT } from '#contract/problem-document.ts'
import { statusOfProblem } from '#contract/problem-status.ts'
import { problemsWithFields } from '#contract/problems.ts'
import { getSeatingPlanOfShow } from '#contract/seating.ts'
import type { ProblemCode } from '#domain/problem.ts'
import { exampleOf } from './examples.ts'
import { jsonSchemaOf, withNotes, type JsonSchema } from './json-schema.ts'
import type { Answer } from './operation.ts'
import { documentsOf, sentencesOf } from './problem-examples.ts'

/** Calls whose answers have an ETag. */
const withETag: readonly Endpoint[] = [getEntrySet, getImage, getPlanPlaces, getSeatingPlanOfShow]
const etag = { ETag: { description: 'For If-None-Match.', schema: { type: 'string' } } }

/** Describes the successful answer of a call. */
export function replyOf(endpoint: Endpoint): Answer {
  if (endpoint.status === 204) return { description: 'Done.' }
  if (endpoint === watchPlaces) return eventStream
  if (endpoint === watchEntry) return entryStream
  if (endpoint === getImage) return picture
  if (endpoint === downloadRefundFile) return paymentFile
  if (endpoint === exportList || endpoint === getPostings) return csv
  const schema = jsonSchemaOf(endpoint.reply, 'output') ?? {}
  if (schema.type === 'string') {
    return { description: 'The session token.', content: { 'text/plain': { schema, example: 'Bearer eyJhbGciOi…' } } }
  }
  const json = { schema: withNotes(schema), example: exampleOf(schema) }
  const headers = withETag.includes(endpoint) ? { headers: etag } : {}
  if (endpoint.compact === undefined) return { description: 'Done.', ...headers, content: { 'application/json': json } }
  return {
    description:
      'JSON, or the compact form for a client that names its media type in Accept. The compact form is internal to ' +
      'the pages of the shop (contract/compact-seating/) and may change with any release. The JSON has the same ' +
      'content.',
    ...headers,
    content: { 'application/json': json, [endpoint.compact]: {} },
  }
}

const picture: Answer = {
  description: 'The picture: a PNG of its full size, or a WebP if the request names a width.',
  headers: etag,
  content: { 'image/png': {}, 'image/webp': {} },
}

const csv: Answer = {
  description: 'The file, sent while it is made. A failure in between cuts the connection.',
  content: { [CSV]: { schema: { type: 'string' }, example: 'Id;Title;Type\r\n7;The Seagull;THEATRE\r\n' } },
}

const paymentFile: Answer = {
  description: 'The file for the bank.',
  content: { [XML]: { schema: { type: 'string' }, example: '<Document/>' } },
}

const eventStream: Answer = {
  description:
    'Server-sent events until the client disconnects. Events without a name hold the current state of changed ' +
    'places: pairs of a place’s id and the number of its live tickets. `reset`: changes may be missing, so request ' +
    'the whole state. `beat`: a heartbeat, at least every 20 seconds. Last-Event-ID resumes the stream after an ' +
    'interruption.',
  content: {
    'text/event-stream': { schema: { type: 'string' }, example: 'id: 5f0c2a1b-7\ndata: [[501,1],[502,0]]\n\n' },
  },
}

const entryStream: Answer = {
  description:
    'Server-sent events until the device disconnects or its access ends. Events without a name hold the current state ' +
    'of changed tickets: id, issue, and a character as in the set. `counters`: people expected, admitted and inside, at ' +
    'most once a second. `reset`: changes may be missed, so request the set. `beat`: a heartbeat, at least every 20 ' +
    'seconds.',
  content: { 'text/event-stream': { schema: { type: 'string' }, example: 'data: [[42,1,"i"]]\n\n' } },
}

/** Problems of every call, in addition to those that its contract names. */
const commonProblems: Record<Endpoint['access'], readonly ProblemCode[]> = {
  visitor: ['malformed', 'invalid_fields', 'busy'],
  anyone: ['malformed', 'invalid_fields', 'not_signed_in', 'busy'],
  customer: ['malformed', 'invalid_fields', 'not_signed_in', 'busy'],
  staff: ['malformed', 'invalid_fields', 'not_signed_in', 'forbidden', 'second_factor_missing', 'busy'],
  device: ['malformed', 'invalid_fields', 'not_signed_in', 'busy'],
  'former-device': ['malformed', 'invalid_fields', 'not_signed_in', 'busy'],
  admin: ['malformed', 'invalid_fields', 'not_signed_in', 'forbidden', 'second_factor_missing', 'busy'],
}
const actingProblems: readonly ProblemCode[] = ['email_not_verified', 'second_factor_missing']
const hasRetryAfter: ReadonlySet<ProblemCode> = new Set(['busy', 'too_many_requests', 'unfinished'])
const changingProblems: readonly ProblemCode[] = ['unfinished']
const bodyProblems: readonly ProblemCode[] = ['body_too_large', 'unsupported_media_type']

/** Describes all other answers of a call by status: 304 and the problems. */
export function problemsOf(endpoint: Endpoint): Record<string, Answer> {
  const takesJson = endpoint !== uploadImage && jsonSchemaOf(endpoint.body, 'input') !== undefined
  const codes = new Set([
    ...endpoint.problems,
    ...commonProblems[endpoint.access],
    ...(endpoint.needsVerifiedEmail ? actingProblems : []),
    ...(endpoint.method === 'GET' ? [] : changingProblems),
    ...(takesJson ? bodyProblems : []),
  ])
  const byStatus = Map.groupBy(codes, (code) => statusOfProblem[code])
  const notModified: [string, Answer][] = withETag.includes(endpoint)
    ? [['304', { description: 'The ETag in If-None-Match is current. No body.', headers: etag }]]
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
      ...(codes.some((code) => hasRetryAfter.has(code)) ? retryAfter : {}),
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
      ...(codes.includes('second_factor_needed') && { token: text }),
      ...(codes.some((code) => problemsWithFields.includes(code)) && { fields: { type: 'array', items: field } }),
    },
    required: ['type', 'status', 'title', 'code'],
  }
}
