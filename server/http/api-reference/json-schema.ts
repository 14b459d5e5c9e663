import * as z from 'zod/mini'
import { noteOn } from './notes.ts'

/** The part of JSON Schema 2020-12 that the contract uses. */
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
  prefixItems?: readonly JsonSchema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Converts a schema of the contract to JSON Schema; undefined if it allows anything. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema | undefined {
  const { $schema: _, ...found } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema: string
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** Adds descriptions to the fields of a schema whose names and types do not explain them. */
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
