import type { JsonSchema } from './json-schema.ts'

/** A parameter of a call in its path, query or headers. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string | undefined
  schema: JsonSchema
  example: unknown
}
/** A body by media type. Without a schema it is binary. */
export type Content = Record<string, MediaType>

type MediaType = { schema?: JsonSchema; example?: unknown; examples?: Record<string, { $ref: string }> }

/** A call in OpenAPI 3.1. */
export type Operation = {
  operationId: string
  tags: readonly [string]
  summary: string
  description: string
  security: readonly Record<string, readonly string[]>[]
  parameters: readonly Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Answer>
}

/** An answer of a call. */
export type Answer = {
  description: string
  headers?: Record<string, { description?: string; schema: JsonSchema }>
  content?: Content
}
