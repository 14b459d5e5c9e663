import type { JsonSchema } from './json-schema.ts'

// What a field of such a name holds in an example.
const byName: Record<string, unknown> = {
  id: 12,
  email: 'ada@example.org',
  password: 'correct horse battery',
  newPassword: 'staple battery horse',
  firstName: 'Ada',
  lastName: 'Novák',
  name: 'Evening',
  stageName: 'Ada N.',
  address: 'Ringstraße 1, 1010 Wien',
  city: 'Wien',
  country: 'Austria',
  postalCode: '1010',
  timeZone: 'Europe/Vienna',
  token: 'q3Jk0v…',
  title: 'The Seagull',
  description: 'A play in four acts.',
  summary: 'Four acts, one lake.',
  text: 'The curtain rises on a stage beside a lake.',
  type: 'THEATRE',
  price: 4_550,
  total: 4_550,
  points: 45,
  VAT: 13,
  duration: 9_000,
  rowName: 'C',
  seatingPlanRowName: 'C',
  seatNumber: 14,
  seatingPlanSectorName: 'Stalls',
  imageName: '0f3c9a5be1d24c7f8a6b5e4d3c2b1a09.png',
  invoiceNumber: '2026-000042',
  vatId: 'ATU00000000',
  stock: 40,
  itemsPerCustomer: 5,
  quantity: 2,
  pageSize: 10,
  pageIndex: 0,
  expectedTotal: 4_550,
}

/** A value that a schema allows, and that a reader recognises. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.format === 'date-time') return '2026-05-01T17:30:00.000Z'
  if (schema.enum) return schema.enum[0]
  const alternative = schema.anyOf?.[0]
  if (alternative) return exampleOf(alternative, name)
  switch (typeof schema.type === 'object' ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, part]) => [field, exampleOf(part, field)]),
      )
    case 'array':
      return [exampleOf(schema.items ?? {}, name.replace(/s$/, ''))]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return typeof byName[name] === 'number' ? byName[name] : 12
    case 'string':
      return typeof byName[name] === 'string' ? byName[name] : 'text'
    default:
      return null
  }
}
