import * as z from 'zod/mini'
import { noteOn } from './notes.ts'

/** As much of JSON Schema 2020-12 as the contract uses. */
export type JsonSchema = {
  type?: string | readonly string[]
  format?: string
  pattern?: string
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** What a part of the contract says, as it goes over the wire; undefined where it says nothing. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema | undefined {
  const { $schema: _, ...found } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema: string
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** The same schema, with a word on each field that needs one. */
export function withNotes(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(items && { items: withNotes(items) }),
    ...(anyOf && { anyOf: anyOf.map(withNotes) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => {
          const description = noteOn(name, part)
          return [name, { ...withNotes(part), ...(description && { description }) }]
        }),
      ),
    }),
  }
}
