import * as z from 'zod/mini'

/** As much of JSON Schema 2020-12 as the contract uses. */
export type JsonSchema = {
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** What a part of the contract says, as it goes over the wire; undefined where it says nothing. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema | undefined {
  const { $schema: _, ...found } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema: string
  }
  return Object.keys(found).length === 0 ? undefined : found
}
