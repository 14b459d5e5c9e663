import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, fullPath, type NamedEndpoint } from '#contract/endpoints.ts'
import { statusOfProblem } from '#contract/problems.ts'
import type { ProblemCode } from '#domain/problem.ts'
import { exampleOf } from './examples.ts'
import { jsonSchemaOf } from './json-schema.ts'

type Operation = Record<string, unknown>

/** The whole conversation as OpenAPI 3.1, made from the contract. `server` is the address of the base path. */
export function openApi(server: string) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const named of endpoints) {
    const path = `/${fullPath(named.endpoint)}`.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.endpoint.method.toLowerCase()]: operationOf(named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: '1',
      description:
        'Money is integer cents (EUR), times are ISO 8601. A failure answers one English sentence as text/plain, its code in the header X-Problem; ask for application/problem+json to get RFC 9457.',
    },
    servers: [{ url: server.replace(/\/$/, '') }],
    paths,
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
}

function operationOf({ feature, name, endpoint }: NamedEndpoint): Operation {
  const isOpen = endpoint.who === 'visitor' || endpoint.who === 'anyone'
  return {
    operationId: name,
    tags: [feature],
    summary: endpoint.summary,
    description: `Who may: ${endpoint.who}.`,
    ...(isOpen ? {} : { security: [{ session: [] }] }),
    parameters: [...parametersOf(endpoint, 'path'), ...parametersOf(endpoint, 'query')],
    ...requestBodyOf(endpoint),
    responses: { [endpoint.status]: replyOf(endpoint), ...problemsOf(endpoint) },
  }
}

function parametersOf(endpoint: Endpoint, place: 'path' | 'query') {
  const schema = jsonSchemaOf(place === 'path' ? endpoint.params : endpoint.query, 'output')
  const needed = jsonSchemaOf(place === 'path' ? endpoint.params : endpoint.query, 'input')?.required ?? []
  return Object.entries(schema?.properties ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: needed.includes(name),
    schema: part,
    example: exampleOf(part, name),
  }))
}

function requestBodyOf(endpoint: Endpoint): Operation {
  if (endpoint.path === '/images' && endpoint.method === 'POST') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  const schema = jsonSchemaOf(endpoint.body, 'input')
  if (!schema) return {}
  const content = { 'application/json': { schema, example: exampleOf(schema) } }
  return { requestBody: { required: true, content } }
}

function replyOf(endpoint: Endpoint): Operation {
  if (endpoint.status === 204) return { description: 'Done.' }
  if (endpoint.path === '/images/:name')
    return { description: 'The picture.', content: { 'image/png': {}, 'image/webp': {} } }
  if (endpoint.path.endsWith('/stream')) return eventStream
  const schema = jsonSchemaOf(endpoint.reply, 'output') ?? {}
  if (schema.type === 'string') {
    return { description: 'Done.', content: { 'text/plain': { schema, example: 'Bearer eyJhbGciOi…' } } }
  }
  // Without a schema: bytes, as OpenAPI 3.1 says it.
  const compact = endpoint.compact === undefined ? {} : { [endpoint.compact]: {} }
  return { description: 'Done.', content: { 'application/json': { schema, example: exampleOf(schema) }, ...compact } }
}

const eventStream = {
  description:
    'Server-sent events until the client leaves. Without a name: how places stand now, pairs of a place’s id and the tickets that hold it. `reset`: changes may have been missed, ask for the whole state. `beat`: a sign of life, at least every 20 seconds. After a break, Last-Event-ID goes on where it ended.',
  content: {
    'text/event-stream': { schema: { type: 'string' }, example: 'id: 5f0c2a1b-7\ndata: [[501,1],[502,0]]\n\n' },
  },
}

// What any call may answer, beside the problems it names.
const always: Record<Endpoint['who'], readonly ProblemCode[]> = {
  visitor: ['malformed', 'invalid_fields', 'busy'],
  anyone: ['malformed', 'invalid_fields', 'not_signed_in', 'busy'],
  customer: ['malformed', 'invalid_fields', 'not_signed_in', 'busy'],
  admin: ['malformed', 'invalid_fields', 'not_signed_in', 'forbidden', 'busy'],
}

function problemsOf({ problems, who }: Endpoint): Record<string, Operation> {
  const codes = [...new Set([...problems, ...always[who]])]
  const statuses = [...new Set(codes.map((code) => statusOfProblem[code]))].toSorted((one, other) => one - other)
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => statusOfProblem[code] === status)
      return [
        status,
        {
          description: `X-Problem: ${here.join(', ')}`,
          headers: { 'X-Problem': { schema: { type: 'string', enum: here } } },
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      ]
    }),
  )
}
