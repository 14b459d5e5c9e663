import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, fullPath } from '#contract/endpoints.ts'
import { statusOfProblem } from '#contract/problem-status.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { GENERIC_TEXT } from './examples.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function readPaths(): Promise<Record<string, Record<string, Operation>>> {
  return (await shop.ask('GET', '/openapi.json')).json().paths
}

test('describes every call with a summary, its problems and examples that match its schemas', async () => {
  const paths = await readPaths()
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(endpoints.length)
  for (const { summary, parameters, requestBody, responses } of operations) {
    expect(summary).toMatch(/\.$/)
    expect(Object.keys(responses).length, summary).toBeGreaterThan(1)
    for (const { name, schema, example } of parameters) expect(violations(schema, example, name), summary).toEqual([])
    const bodies = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
    for (const { schema, example } of bodies) {
      if (example !== undefined) expect(violations(schema ?? {}, example), summary).toEqual([])
    }
  }
})

test('gives examples that the contract accepts', async () => {
  const paths = await readPaths()
  for (const { name, endpoint } of endpoints) {
    const path = `/${fullPath(endpoint)}`.replaceAll(/:(\w+)/g, '{$1}')
    const { parameters, requestBody, responses } = paths[path]?.[endpoint.method.toLowerCase()] ?? expect.fail(path)
    for (const place of ['path', 'query'] as const) {
      const here = parameters.filter((parameter) => parameter.in === place)
      const examples = Object.fromEntries(here.map((parameter) => [parameter.name, parameter.example]))
      const { error } = (place === 'path' ? endpoint.params : endpoint.query).safeParse(examples)
      expect([name, error?.issues]).toEqual([name, undefined])
    }
    const body = requestBody?.content['application/json']
    if (body) expect([name, endpoint.body.safeParse(body.example).error?.issues]).toEqual([name, undefined])
    const reply = responses[endpoint.status]?.content?.['application/json']
    if (reply) expect([name, endpoint.reply.safeParse(reply.example).error?.issues]).toEqual([name, undefined])
  }
  const show = paths['/api/v1/eventshows']?.['post']?.requestBody?.content['application/json']?.example as {
    startTime: string
    endTime: string
  }
  expect(new Date(show.endTime).getTime()).toBeGreaterThan(new Date(show.startTime).getTime())
})

test('gives every text in an example a value of its own', async () => {
  const generic: string[] = []
  for (const [path, calls] of Object.entries(await readPaths())) {
    for (const { parameters, requestBody, responses } of Object.values(calls)) {
      for (const { name, example } of parameters) if (example === GENERIC_TEXT) generic.push(`${path} ${name}`)
      for (const part of [requestBody, ...Object.values(responses)]) {
        const example = part?.content?.['application/json']?.example
        JSON.stringify(example, (name, value) => {
          if (value === GENERIC_TEXT) generic.push(`${path} ${name}`)
          return value
        })
      }
    }
  }
  expect(generic).toEqual([])
})

test('describes Idempotency-Key, ETag with 304, and Retry-After for the calls that have them', async () => {
  const paths = await readPaths()
  const keyed = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
  expect(keyed.map(({ operationId }) => operationId).toSorted()).toEqual([
    ...[
      'createHold',
      'createShow',
      'createShows',
      'moveTicket',
      'offerTicket',
      'payReservations',
      'placeOrder',
      'refundAtDesk',
      'refundTicket',
    ],
    ...['replaceTicketCode', 'reserveBestAvailable', 'reserveTickets', 'sellPlaces', 'startPayment'],
  ])
  const plan = paths['/api/v1/seatingplans/event-show/{id}']?.['get']?.responses
  expect([Object.keys(plan?.['200']?.headers ?? {}), plan?.['304'] !== undefined]).toEqual([['ETag'], true])
  const logIn = paths['/api/v1/authentication']?.['post']?.responses
  expect(Object.keys(logIn ?? {})).toEqual(expect.arrayContaining(['413', '415', '429', '503']))
  for (const status of ['429', '503']) expect(logIn?.[status]?.headers).toHaveProperty('Retry-After')
  expect(Object.keys(logIn?.['401']?.content ?? {})).toEqual(['text/plain', 'application/problem+json'])
})

test('describes real answers', async () => {
  const show = await givenShow(shop.db)
  const product = await givenProduct(shop.db)
  const as = await givenUser(shop.db, { isAdmin: true })
  const reserved = await shop.ask('POST', '/tickets', {
    as,
    body: { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds },
  })
  const line = { merchandiseProductId: product, quantity: 1, usePoints: false }
  const purchase = (await shop.ask('POST', '/merchandise/purchases', { as, body: line })).json().id
  const ticketIds = reserved.json().elements.map(({ id }: { id: number }) => id)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = { userPaymentInfoDto, ticketIds: ticketIds.slice(1), merchandiseIds: [purchase], paymentType: 'VISA' }
  const invoiceId = (await shop.ask('POST', '/orders', { as, body: order })).json().id
  const { showId, eventId, seatingPlanId } = show
  const addresses = {
    '/users': '/users',
    '/users/detail': '/users/detail',
    '/users/orders': '/users/orders',
    '/users/tickets': '/users/tickets',
    '/carts': '/carts',
    '/tickets/reservations': `/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`,
    '/merchandise/products': '/merchandise/products',
    '/merchandise/products/{id}': `/merchandise/products/${product}`,
    '/events': '/events',
    '/events/top': '/events/top',
    '/events/{id}': `/events/${eventId}`,
    '/eventshows': '/eventshows',
    '/eventshows/{id}': `/eventshows/${showId}`,
    '/location': '/location',
    '/artists': '/artists',
    '/seatingplans': '/seatingplans',
    '/seatingplans/event-show/{id}': `/seatingplans/event-show/${showId}`,
    '/seatingplans/capacity': `/seatingplans/capacity?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`,
    '/news': '/news',
    '/invoices': '/invoices',
    '/invoices/{id}': `/invoices/${invoiceId}`,
  }
  const paths = await readPaths()
  for (const [path, url] of Object.entries(addresses)) {
    const reply = await shop.ask('GET', url, { as })
    expect(reply.statusCode, url).toBe(200)
    const schema = paths[`/api/v1${path}`]?.['get']?.responses['200']?.content?.['application/json']?.schema
    expect(schema, path).toBeDefined()
    expect(violations(schema ?? {}, reply.json()), url).toEqual([])
  }
})

test('tells for every call whether it needs a session', async () => {
  const paths = await readPaths()
  const needed = {
    visitor: [],
    anyone: [{}, { session: [] }],
    customer: [{ session: [] }],
    staff: [{ session: [] }],
    admin: [{ session: [] }],
    device: [{ device: [] }],
    'former-device': [{ device: [] }],
  }
  for (const { name, endpoint } of endpoints) {
    const path = `/${fullPath(endpoint)}`.replaceAll(/:(\w+)/g, '{$1}')
    expect(paths[path]?.[endpoint.method.toLowerCase()]?.security, name).toEqual(needed[endpoint.access])
  }
})

test('describes the stream of places as server-sent events', async () => {
  const paths = await readPaths()
  const content = paths['/api/v1/eventshows/{id}/places/stream']?.['get']?.responses['200']?.content
  expect(Object.keys(content ?? {})).toEqual(['text/event-stream'])
})

test('lists every problem with its status and a sentence in the guide and as examples of the calls', async () => {
  const { info, components, paths } = (await shop.ask('GET', '/openapi.json')).json()
  for (const [code, status] of Object.entries(statusOfProblem)) {
    expect(info.description).toMatch(new RegExp(`^\\| \`${code}\` \\| ${status} \\| .+ \\|$`, 'm'))
  }
  for (const word of ['Bearer', 'Retry-After', 'Idempotency-Key']) expect(info.description).toContain(word)
  const conflict = paths['/api/v1/tickets'].post.responses['409']
  expect(conflict.content['text/plain'].examples.seats_taken).toEqual({ $ref: '#/components/examples/seats_taken' })
  expect(components.examples.seats_taken.value).toBe('Stalls, row C, seat 14 was just taken by someone else.')
  const { schema, examples } = conflict.content['application/problem+json']
  for (const { $ref } of Object.values<{ $ref: string }>(examples)) {
    expect(violations(schema, components.examples[$ref.replace('#/components/examples/', '')].value), $ref).toEqual([])
  }
})

test('loads only files of the shop, under the strict policy', async () => {
  const page = await shop.app.inject({ url: '/api/docs' })
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ")
  expect(policy).toContain("require-trusted-types-for 'script'")
  const files = page.body.matchAll(/(?:src|href)="([^"]+)"/g).map(([, address = '']) => address)
  for (const address of new Set(files)) {
    if (address === '/favicon.svg') continue
    expect(address).toMatch(/^\/api\//)
    const file = await shop.app.inject({ url: address, headers: { 'accept-encoding': 'gzip' } })
    expect([address, file.statusCode, file.headers['content-encoding']]).toEqual([address, 200, 'gzip'])
    for (const coding of ['x-gzip', 'gzip;q=0, *']) {
      const { headers } = await shop.app.inject({ url: address, headers: { 'accept-encoding': coding } })
      expect([address, coding, headers['content-encoding']]).toEqual([address, coding, undefined])
    }
  }
})

/** Lists the parts of a value that violate a schema. */
function violations(schema: JsonSchema, value: unknown, at = '$'): string[] {
  if (schema.anyOf) return schema.anyOf.some((part) => violations(part, value, at).length === 0) ? [] : [at]
  if (schema.enum && !schema.enum.includes(value)) return [at]
  if (!isWithinLimits(schema, value)) return [`${at} breaks its limits`]
  if (schema.type === 'array' && Array.isArray(value)) {
    return value.flatMap((element, index) => violations(schema.items ?? {}, element, `${at}[${index}]`))
  }
  if (schema.type === 'object' && typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>
    const missing = (schema.required ?? [])
      .filter((name) => !(name in fields))
      .map((name) => `${at}.${name} is missing`)
    const wrong = Object.entries(fields).flatMap(([name, part]) => {
      const expected = schema.properties?.[name]
      return expected ? violations(expected, part, `${at}.${name}`) : [`${at}.${name} is not described`]
    })
    return [...missing, ...wrong]
  }
  const types: Record<string, boolean> = {
    string: typeof value === 'string',
    number: typeof value === 'number',
    integer: Number.isInteger(value),
    boolean: typeof value === 'boolean',
    null: value === null,
  }
  const allowed = [schema.type ?? []].flat()
  return allowed.length === 0 || allowed.some((type) => types[type]) ? [] : [`${at} is not ${allowed.join(' or ')}`]
}

function isWithinLimits(schema: JsonSchema, value: unknown): boolean {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  const isBetween = (size: number, min = -Infinity, max = Infinity) => min <= size && size <= max
  if (typeof value === 'number') return isBetween(value, minimum, maximum)
  if (typeof value === 'string')
    return isBetween(value.length, minLength, maxLength) && new RegExp(pattern ?? '').test(value)
  return Array.isArray(value) ? isBetween(value.length, minItems, maxItems) : true
}
