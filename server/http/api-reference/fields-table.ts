import { escaped } from './html.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Parameter } from './operation.ts'

type Row = { name: string; place?: string; isRequired: boolean; schema: JsonSchema; note?: string | undefined }

/** The parameters of a call as a table. */
export function parametersTable(parameters: readonly Parameter[]): string {
  return table(
    parameters.map(({ name, in: place, required, schema, description }) => ({
      name,
      place,
      isRequired: required,
      schema,
      note: description,
    })),
  )
}

/** The fields of a body or an answer as a table, those of parts after their part. */
export function fieldsTable(schema: JsonSchema): string {
  const rows = fieldRows(schema, '')
  return table(rows.length > 0 ? rows : [{ name: '', isRequired: true, schema }])
}

function fieldRows(schema: JsonSchema, path: string): Row[] {
  if (schema.anyOf) return schema.anyOf.flatMap((part) => fieldRows(part, path))
  if (schema.items) return fieldRows(schema.items, `${path}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([field, part]) => {
    const name = path === '' ? field : `${path}.${field}`
    const isRequired = schema.required?.includes(field) ?? false
    return [{ name, isRequired, schema: part, note: part.description }, ...fieldRows(part, name)]
  })
}

function table(rows: readonly Row[]): string {
  return `<table><tr><th>Name<th>Type<th>Limits<th>Meaning</tr>${rows.map(row).join('')}</table>`
}

function row({ name, place, isRequired, schema, note }: Row): string {
  const cells = [
    `<code>${escaped(name || 'the body')}</code>${place ? ` in ${place}` : ''}${isRequired ? ', <b>required</b>' : ''}`,
    escaped(typeOf(schema)),
    escaped(limitsOf(schema)),
    escaped(note ?? ''),
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}`).join('')}</tr>`
}

function typeOf({ anyOf, enum: words, format, items, type }: JsonSchema): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (words) return words.join(' | ')
  if (items) return `list of ${typeOf(items)}`
  const name = [type ?? 'anything'].flat().join(' or ')
  return format ? `${name} (${format})` : name
}

function limitsOf(schema: JsonSchema): string {
  const { anyOf, format, pattern, default: usual } = schema
  const own = [
    span(schema.minimum, schema.maximum, ''),
    span(schema.minItems, schema.maxItems, ' elements'),
    // What a time looks like, its format says better.
    ...(format === 'date-time' ? [] : [span(schema.minLength, schema.maxLength, ' characters')]),
    pattern !== undefined && format === undefined ? `like ${pattern}` : '',
    usual === undefined ? '' : `default ${JSON.stringify(usual)}`,
  ]
  return [...own, ...(anyOf ?? []).map(limitsOf)].filter((limit) => limit !== '').join(', ')
}

function span(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `${least} or more${unit}`
  return least === undefined ? `up to ${most}${unit}` : `${least} to ${most}${unit}`
}
