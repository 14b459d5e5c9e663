import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

// The call table of the specification, section 7, as data: method, path, and the parameters in query or body.
const table: [call: string, ...parameters: string[]][] = [
  ['POST /authentication', 'email', 'password'],
  ['POST /users', 'firstName', 'lastName', 'email', 'password'],
  ['GET /users', 'pageSize', 'pageIndex', 'email'],
  ['GET /users/detail'],
  ['PATCH /users', 'firstName', 'lastName', 'address'],
  ['PATCH /users/change-password', 'password', 'newPassword'],
  ['DELETE /users'],
  ['DELETE /users/:id'],
  ['PATCH /users/:id/lock'],
  ['GET /users/orders'],
  ['GET /users/tickets', 'pageSize', 'pageIndex', 'state'],
  ['PUT /password-resets', 'token', 'email', 'password'],
  ['GET /password-resets/:token'],
  ['POST /password-resets', 'email'],
  ['GET /carts'],
  ['POST /tickets', 'eventShowId', 'seatingPlanPlaceIds'],
  ['GET /tickets/reservations', 'seatingPlanId', 'eventShowId'],
  ['DELETE /tickets/:id'],
  ['PUT /tickets/:id/cancelation'],
  ['POST /orders', 'userPaymentInfoDto', 'paymentType', 'ticketIds', 'merchandiseIds'],
  ['POST /merchandise/purchases', 'merchandiseProductId', 'quantity', 'usePoints'],
  ['PATCH /merchandise/purchases/:id/quantity', 'quantity'],
  ['DELETE /merchandise/purchases/:id'],
  ['POST /merchandise/products', 'name', 'description', 'points', 'price', 'stock', 'itemsPerCustomer', 'imageId'],
  [
    'GET /merchandise/products',
    ...['pageSize', 'pageIndex', 'name', 'priceLowerBound', 'priceUpperBound'],
    ...['pointsLowerBound', 'pointsUpperBound', 'sortOption'],
  ],
  ['GET /merchandise/products/:id'],
  ['POST /events', 'title', 'type', 'description'],
  ['GET /events', 'pageSize', 'pageIndex', 'description', 'title', 'duration', 'type'],
  ['GET /events', 'artistId', 'pageSize', 'pageIndex'],
  ['GET /events/:id'],
  ['GET /events/top', 'type'],
  [
    'GET /eventshows',
    ...['pageSize', 'pageIndex', 'eventId', 'locationId', 'eventName', 'endDate', 'city', 'artistName', 'startDate'],
    ...['maxPrice', 'country', 'duration', 'locationName', 'name', 'minPrice'],
  ],
  [
    'POST /eventshows',
    ...['name', 'startTime', 'endTime', 'price', 'eventId', 'locationId', 'artistId', 'seatingPlanId'],
  ],
  ['GET /eventshows/:id'],
  ['GET /location', 'postalCode', 'address', 'city', 'country', 'name', 'pageSize', 'pageIndex'],
  ['GET /location/:id'],
  ['GET /seatingplans', 'name', 'pageSize', 'pageIndex'],
  ['GET /seatingplans/event-show/:id'],
  ['GET /seatingplans/capacity', 'seatingPlanId', 'eventShowId'],
  ['GET /artists', 'pageSize', 'pageIndex', 'lastName', 'stageName', 'firstName'],
  ['GET /artists/:id'],
  ['POST /news', 'title', 'summary', 'text', 'eventId', 'imageId'],
  ['GET /news', 'eventType', 'pageSize', 'pageIndex', 'to', 'from', 'read', 'content', 'eventTitle'],
  ['GET /news/user', 'eventType', 'pageSize', 'pageIndex', 'to', 'from', 'read', 'content', 'eventTitle'],
  ['GET /news/:id'],
  ['POST /news/:id'],
  ['POST /images'],
  ['GET /images/:name'],
  ['GET /images/:name/info'],
  ['DELETE /images/:name'],
  ['GET /invoices', 'pageSize', 'pageIndex'],
  ['GET /invoices/:id'],
]

// What the shop adds to the table, each said in docs/decisions.
const added = [
  'DELETE /authentication',
  'PATCH /merchandise/products/:id',
  'PATCH /merchandise/products/:id/state',
  'GET /eventshows/:id/places/stream',
  'POST /tickets/best-available',
]

// The parameters that the shop adds to calls of the table, and what for.
const addedParameters = new Map([
  ['POST /users', ['isAdmin']], // An administrator makes administrators (specification, section 9).
  ['GET /users/orders', ['pageIndex', 'pageSize']], // Orders become many, and are a list like all others.
  ['GET /users/tickets', ['eventShowId']], // The seating plan shows which seats are one's own.
  ['POST /orders', ['expectedTotal']], // Refuses a price that nobody saw.
  ['POST /events', ['imageId']], // An event has a picture.
  ['GET /eventshows', ['when']], // Shows to come, or past ones.
  ['GET /seatingplans/event-show/:id', ['version']], // Browsers keep the plan for ever under its version.
  ['GET /images/:name', ['width']], // A picture of the size in which it is shown.
])

const callOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('every call of the specification is in the contract, with its parameters and no others than those said to be added', () => {
  expect(table).toHaveLength(52)
  const specified = Map.groupBy(table, ([call]) => call)
  for (const [call, rows] of specified) {
    const found = endpoints.find(({ endpoint }) => callOf(endpoint) === call)
    expect(found, call).toBeDefined()
    const named = rows.flatMap(([, ...parameters]) => parameters)
    const expected = new Set([...named, ...(addedParameters.get(call) ?? [])])
    expect(parametersOf(found?.endpoint), call).toEqual(expected)
  }
  expect([...addedParameters.keys()].filter((call) => !specified.has(call))).toEqual([])
})

test('the contract names no call twice, and none that is neither specified nor said to be added', () => {
  const calls = endpoints.map(({ endpoint }) => callOf(endpoint))
  expect(new Set(calls).size).toBe(calls.length)
  const specified = new Set(table.map(([call]) => call))
  expect(calls.filter((call) => !specified.has(call))).toEqual(added)
})

test('every call says what it does', () => {
  for (const { endpoint } of endpoints) expect(endpoint.summary, callOf(endpoint)).toMatch(/^[A-Z].+\.$/)
})

function parametersOf(endpoint: Endpoint | undefined): Set<string> {
  const names = [endpoint?.query, endpoint?.body].flatMap((schema) => Object.keys(fieldsOf(schema)))
  return new Set(names)
}

function fieldsOf(schema: unknown): Record<string, unknown> {
  return schema instanceof z.ZodMiniObject ? schema.shape : {}
}
