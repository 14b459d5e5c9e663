import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/given.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import type { JsonSchema } from './json-schema.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

type Described = {
  summary: string
  parameters: { example: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown; schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema; example?: unknown }> }>
}

async function described(): Promise<Record<string, Record<string, Described>>> {
  return (await shop.ask('GET', '/openapi.json')).json().paths
}

test('every call is described with a summary, its problems and examples that fit what it takes', async () => {
  const paths = await described()
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(endpoints.length)
  for (const { summary, parameters, requestBody, responses } of operations) {
    expect(summary).toMatch(/\.$/)
    expect(Object.keys(responses).length, summary).toBeGreaterThan(1)
    for (const { example } of parameters) expect(example, summary).toBeDefined()
    const json = requestBody?.content['application/json']
    if (json) expect(faults(json.schema, json.example), summary).toEqual([])
  }
})

test('real answers are what the reference says', async () => {
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
  const asked = {
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
  const paths = await described()
  for (const [path, url] of Object.entries(asked)) {
    const reply = await shop.ask('GET', url, { as })
    expect(reply.statusCode, url).toBe(200)
    const schema = paths[`/api/v1${path}`]?.['get']?.responses['200']?.content?.['application/json']?.schema
    expect(schema, path).toBeDefined()
    expect(faults(schema ?? {}, reply.json()), url).toEqual([])
  }
})

test('a call that goes on is described as a stream of events', async () => {
  const paths = await described()
  const content = paths['/api/v1/eventshows/{id}/places/stream']?.['get']?.responses['200']?.content
  expect(Object.keys(content ?? {})).toEqual(['text/event-stream'])
})

test('the reference page is plain HTML that names every call', async () => {
  const page = await shop.app.inject({ url: '/api/docs' })
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  for (const { endpoint } of endpoints) expect(page.body).toContain(endpoint.summary)
  expect(page.body).not.toContain('<script')
})

/** Where a value is not what a schema says. */
function faults(schema: JsonSchema, value: unknown, at = '$'): string[] {
  if (schema.anyOf) return schema.anyOf.some((part) => faults(part, value, at).length === 0) ? [] : [at]
  if (schema.enum && !schema.enum.includes(value)) return [at]
  if (schema.type === 'array' && Array.isArray(value)) {
    return value.flatMap((element, index) => faults(schema.items ?? {}, element, `${at}[${index}]`))
  }
  if (schema.type === 'object' && typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>
    const missing = (schema.required ?? [])
      .filter((name) => !(name in fields))
      .map((name) => `${at}.${name} is missing`)
    const wrong = Object.entries(fields).flatMap(([name, part]) => {
      const expected = schema.properties?.[name]
      return expected ? faults(expected, part, `${at}.${name}`) : [`${at}.${name} is not described`]
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
  return allowed.length === 0 || allowed.some((type) => types[type]) ? [] : [`${at} is no ${allowed.join(' or ')}`]
}
