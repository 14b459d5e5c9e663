import type { JsonSchema } from './json-schema.ts'

/** The example of a text without a value below. A test finds it. */
export const GENERIC_TEXT = 'text'

/** Example values by field name. Shows are far in the future, so that they never start. */
const valueByName: Record<string, unknown> = {
  email: 'ada@example.org',
  password: 'correct horse battery',
  newPassword: 'staple battery horse',
  firstName: 'Ada',
  lastName: 'Novák',
  name: 'Evening',
  stageName: 'Ada N.',
  artistName: 'Ada N.',
  address: 'Ringstraße 1, 1010 Wien',
  locationName: 'Haus am Ring',
  city: 'Wien',
  country: 'Austria',
  postalCode: '1010',
  timeZone: 'Europe/Vienna',
  venue: 'Haus am Ring',
  locationAddress: 'Ringstraße 1, 1010 Wien',
  termsUrl: 'https://tickets.example/terms',
  orderNumber: '2099-000012',
  fromFirstName: 'Ada',
  receivedFrom: 'Ada',
  givenTo: 'Bea',
  offeredTo: 'bea@example.org',
  toEmail: 'bea@example.org',
  travelText: 'Tram 2 stops at the door.',
  month: '2099-05',
  weekday: 5,
  token: 'q3Jk0v…',
  href: 'https://tickets.example/',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Foyer:ada%40example.org?issuer=Foyer&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&period=30&digits=6&algorithm=SHA1',
  recoveryCodes: ['K7QJ-2MZD-XW4T-R5NA'],
  device: 'Firefox on Linux',
  code: '123456',
  doorCode: 'K7QJ2MZD',
  liveKey: 'vR3hT0m9y1cXk5sZq8pLw2nBf7dJ4gUaEoIi6tYxCMA',
  key: '0b8f8f0e-4f1c-4c43-9a53-3f0a4f6f9d27',
  gateName: 'Gate A',
  scannerName: 'Phone 1',
  rightGates: ['Gate B'],
  overruled: 'Left her coat in the car',
  publicKey: 'JX7Vp3pYI0c1wW0Yp1bLbq2bU4H1vM2O0s1fM0Wm1fE',
  states: 'i',
  place2: 'C',
  title: 'The Seagull',
  eventTitle: 'The Seagull',
  eventName: 'The Seagull',
  product: 'Mug',
  description: 'A play in four acts.',
  summary: 'Four acts, one lake.',
  text: 'The curtain rises on a stage beside a lake.',
  content: 'lake',
  type: 'THEATRE',
  eventType: 'THEATRE',
  startTime: '2099-05-01T17:30:00.000Z',
  endTime: '2099-05-01T20:00:00.000Z',
  startDate: '2099-05-01T00:00:00.000Z',
  endDate: '2099-05-31T22:00:00.000Z',
  to: '2026-05-31T22:00:00.000Z',
  duration: 9_000,
  price: 4_550,
  priceFrom: 4_550,
  minPrice: 2_000,
  maxPrice: 4_550,
  priceLowerBound: 1_000,
  priceUpperBound: 4_550,
  total: 4_550,
  expectedTotal: 4_550,
  expectedPoints: 300,
  points: 45,
  pointsUpperBound: 100,
  VAT: 13,
  rowName: 'C',
  sectorName: 'Stalls',
  place: 'Stalls, row C, seat 14',
  showName: 'The Seagull – Evening',
  by: 'desk@example.org',
  seatingPlanRowName: 'C',
  version: '1-a',
  seatNumber: 14,
  seatingPlanSectorName: 'Stalls',
  aspect: 1.5,
  pricePercent: 100,
  outline: [0, 0, 100, 0, 80, 100, 20, 100],
  occupied: 12,
  capacity: 200,
  imageName: '0f3c9a5be1d24c7f8a6b5e4d3c2b1a09.png',
  invoiceNumber: '2026-000042',
  cancelsInvoiceNumber: '2026-000041',
  cancelInvoiceNumber: '2026-000044',
  refundInvoiceNumber: '2026-000043',
  vatId: 'ATU00000000',
  cancelReason: 'The singer is ill.',
  method: 'stripe',
  provider: 'stripe',
  unread: ['mollie'],
  number: 'D-17',
  fileName: 'statement-2026-11.xml',
  others: 'kUqS1c3-1',
  otherKey: 'kUqS1c3-1',
  bookedOn: '2026-11-23',
  payerName: 'Ada Guest',
  recipient: 'Ada Guest',
  madeBy: 'grace@foyer.example',
  payerIban: 'AT611904300234573201',
  purpose: 'RF71 0000 0017',
  reference: 'RF7100000017',
  note: 'Paid back by transfer 2026-11-24',
  iban: 'AT483200000012345864',
  bic: 'GIBAATWWXXX',
  owner: 'Foyer GmbH',
  receipt: '4711',
  ref: 'cs_live_a1b2c3',
  redirectUrl: 'https://checkout.stripe.com/c/pay/cs_live_a1b2c3',
  paidBy: 'Visa ending 4242',
  doubt: 'Stripe answered 503.',
  cause: 'event evt_1a2b3c',
  failure: 'The card has expired or was cancelled.',
  reason: 'The singer is ill.',
  recordName: 'The Seagull',
  day: '2026-05-31',
  firstDay: '2026-05-01',
  lastDay: '2026-05-31',
  prices: 'Stalls=120, Circle=80',
  moved: ['Circle'],
  kinds: ['wheelchair place: 4'],
  field: 'title',
  from: '2026-05-01T22:00:00.000Z',
  stock: 40,
  stockChange: -3,
  itemsPerCustomer: 5,
  quantity: 2,
  pageSize: 10,
  pageIndex: 0,
}

/** Example values of patterns that fields of the same name do not share. */
const valueByPattern: Record<string, unknown> = {
  '^[a-z0-9-]{1,64}\\.png$': valueByName['imageName'],
  '^\\d{8}(-[\\w-]{22})?$': '40718293',
}

/** Builds a realistic value that a schema allows. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const alternative = schema.anyOf?.[0]
  if (alternative) return exampleOf(alternative, name)
  const known = valueByPattern[schema.pattern ?? ''] ?? valueByName[name]
  if (schema.enum) return schema.enum.includes(known) ? known : schema.enum[0]
  switch (typeof schema.type === 'object' ? schema.type[0] : schema.type) {
    case 'object':
      return exampleOfObject(schema.properties ?? {})
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((item, index) => exampleOf(item, `${name}${index}`))
      return Array.isArray(known) ? known : [exampleOf(schema.items ?? {}, name.replace(/s$/, ''))]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return typeof known === 'number' ? known : 12
    case 'string':
      if (typeof known === 'string') return known
      return schema.format === 'date-time' ? '2026-05-01T17:30:00.000Z' : GENERIC_TEXT
    default:
      return null
  }
}

function exampleOfObject(properties: Record<string, JsonSchema>): Record<string, unknown> {
  const example = Object.fromEntries(Object.entries(properties).map(([field, part]) => [field, exampleOf(part, field)]))
  const { elements } = example
  return Array.isArray(elements) ? { ...example, total: elements.length } : example
}
