import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, fullPath, type NamedEndpoint } from '#contract/endpoints.ts'
import { uploadImage } from '#contract/images.ts'
import { problemsOf, replyOf } from './answers.ts'
import { exampleOf } from './examples.ts'
import { guide } from './guide.ts'
import { jsonSchemaOf, withNotes } from './json-schema.ts'
import { noteOnParameter } from './notes.ts'
import type { Operation, Parameter } from './operation.ts'
import { problemExamples } from './problem-examples.ts'

/** The whole conversation as OpenAPI 3.1, made from the contract. `server` is the address of the base path. */
export function openApi(server: string) {
  const base = server.replace(/\/$/, '')
  const paths: Record<string, Record<string, Operation>> = {}
  for (const named of endpoints) {
    const path = `/${fullPath(named.endpoint)}`.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.endpoint.method.toLowerCase()]: operationOf(named) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Foyer API', version: '1', description: guide() },
    tags: [...new Set(endpoints.map(({ feature }) => feature))].map((name) => ({ name })),
    servers: [{ url: base }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      examples: problemExamples(),
    },
  }
}

const security: Record<Endpoint['access'], Pick<Operation, 'security'>> = {
  visitor: {},
  anyone: { security: [{}, { session: [] }] },
  customer: { security: [{ session: [] }] },
  admin: { security: [{ session: [] }] },
}

function operationOf({ feature, name, endpoint }: NamedEndpoint): Operation {
  return {
    operationId: name,
    tags: [feature],
    summary: endpoint.summary,
    description: `Who may: ${endpoint.access}.`,
    ...security[endpoint.access],
    parameters: [
      ...parametersOf(endpoint, 'path'),
      ...parametersOf(endpoint, 'query'),
      ...(endpoint.problems.includes('idempotency_key_reused') ? [idempotencyKey] : []),
    ],
    ...requestBodyOf(endpoint),
    responses: { [endpoint.status]: replyOf(endpoint), ...problemsOf(endpoint) },
  }
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'One key for one wish of one user, made up by the client. The same request under it again gets the first answer and does nothing more, while what it made is there; another request under it is refused.',
  schema: { type: 'string', maxLength: 255 },
  example: '5f0c2a1b-8d7e-4c3f-9a6b-1e2d3c4b5a69',
}

function parametersOf(endpoint: Endpoint, place: 'path' | 'query'): Parameter[] {
  const part = place === 'path' ? endpoint.params : endpoint.query
  const needed = jsonSchemaOf(part, 'input')?.required ?? []
  return Object.entries(jsonSchemaOf(part, 'output')?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: needed.includes(name),
    description: noteOnParameter(name, schema),
    schema,
    example: name === 'width' ? 640 : exampleOf(schema, name),
  }))
}

function requestBodyOf(endpoint: Endpoint): Pick<Operation, 'requestBody'> {
  if (endpoint === uploadImage) return { requestBody: { required: true, content: { 'multipart/form-data': upload } } }
  const schema = jsonSchemaOf(endpoint.body, 'input')
  if (!schema) return {}
  const content = { 'application/json': { schema: withNotes(schema), example: exampleOf(schema) } }
  return { requestBody: { required: true, content } }
}

const upload = {
  schema: {
    type: 'object',
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description: 'A PNG of up to 1 MB and 40 megapixels, with a file name.',
      },
    },
    required: ['file'],
  },
}
