import type { JsonSchema } from './json-schema.ts'

/** What a call takes in its address or its head. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string | undefined
  schema: JsonSchema
  example: unknown
}
/** A body by its media types; without a schema it is bytes. */
export type Content = Record<string, MediaType>

type MediaType = { schema?: JsonSchema; example?: unknown; examples?: Record<string, { $ref: string }> }

/** One call as OpenAPI 3.1 describes it. */
export type Operation = {
  operationId: string
  tags: readonly [string]
  summary: string
  description: string
  security?: readonly Record<string, readonly string[]>[]
  parameters: readonly Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Answer>
}

/** One answer to a call. */
export type Answer = {
  description: string
  headers?: Record<string, { description?: string; schema: JsonSchema }>
  content?: Content
}
