import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

// The table of calls in section 7 of the specification: method, path, and the parameters in query or body.
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

// Calls that the shop adds to the table. Each is explained in docs/decisions.
const added = [
  'DELETE /authentication',
  'POST /email-verifications',
  'PUT /email-verifications/code',
  'PUT /email-verifications',
  'GET /users/sessions',
  'DELETE /users/sessions/:id',
  'DELETE /users/sessions',
  'POST /authentication/second-factor',
  'GET /users/second-factor',
  'POST /users/second-factor',
  'POST /users/second-factor/confirmation',
  'POST /users/second-factor/recovery-codes',
  'DELETE /users/second-factor',
  'DELETE /users/:id/second-factor',
  'GET /users/personal-data',
  'PATCH /merchandise/products/:id',
  'PATCH /merchandise/products/:id/state',
  'GET /eventshows/programme',
  'GET /eventshows/:id/sale-start',
  'GET /eventshows/:id/places/stream',
  'POST /eventshows/:id/waiting-place',
  'DELETE /eventshows/:id/waiting-place',
  'GET /eventshows/:id/line',
  'POST /tickets/best-available',
  'GET /tickets/:id',
  'GET /tickets/printable',
  'GET /tickets/:id/calendar',
  'POST /tickets/:id/codes',
  'POST /tickets/:id/transfers',
  'DELETE /tickets/:id/transfers',
  'GET /ticket-transfers/:token',
  'POST /ticket-transfers/:token/acceptance',
  'POST /ticket-transfers/:token/refusal',
  'GET /tickets/:id/wallet/apple',
  'GET /tickets/:id/wallet/google',
  'GET /payments/methods',
  'POST /payments',
  'GET /payments/:id',
  'POST /payments/:id/look',
  'DELETE /payments/:id',
  'GET /legal/:page',
  'POST /reminder-opt-outs/:token',
  'GET /users/cancelled-shows',
  'POST /entry/pairings',
  'GET /entry/device',
  'POST /entry/scans',
  'POST /entry/scans/batch',
  'GET /entry/set',
  'GET /entry/stream',
]

// Parameters that the shop adds to calls of the table, with the reason.
const addedParameters = new Map([
  ['DELETE /users', ['password']], // A stolen session deletes no account (decision 26).
  ['PATCH /users', ['wantsReminders']], // Reminders of shows can be turned off.
  ['POST /users', ['isAdmin', 'isStaff']], // Administrators create administrators (section 9) and staff.
  ['GET /users/orders', ['pageIndex', 'pageSize']], // The list of orders is paged like all others.
  ['GET /users/tickets', ['eventShowId']], // The seating plan marks the customer's own seats.
  ['POST /orders', ['expectedTotal', 'expectedPoints']], // Refuses a price that the customer has not seen.
  ['POST /events', ['imageId', 'isDraft', 'publishedFrom']], // Events have a picture. Drafts are published later.
  ['POST /eventshows', ['isDraft', 'publishedFrom', 'saleStartsAt', 'saleEndsAt']], // The same, and times of the sale.
  ['POST /news', ['isDraft', 'publishedFrom']], // The same.
  ['POST /merchandise/products', ['isDraft', 'publishedFrom']], // The same.
  ['GET /eventshows', ['when', 'month', 'weekday']], // Filters by coming or past shows, and long runs by calendar.
  ['GET /seatingplans/event-show/:id', ['version']], // Browsers cache the plan forever by its version.
  ['GET /images/:name', ['width']], // Pictures are served in the size in which they are shown.
])

const callOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('defines every call of the specification, with its parameters and only the listed additional ones', () => {
  expect(table).toHaveLength(52)
  const specified = Map.groupBy(table, ([call]) => call)
  for (const [call, rows] of specified) {
    const found = endpoints.find(({ endpoint }) => callOf(endpoint) === call)
    expect(found, call).toBeDefined()
    const parameters = rows.flatMap(([, ...names]) => names)
    const expected = new Set([...parameters, ...(addedParameters.get(call) ?? [])])
    expect(parametersOf(found?.endpoint), call).toEqual(expected)
  }
  expect([...addedParameters.keys()].filter((call) => !specified.has(call))).toEqual([])
})

test('defines no call twice, and none outside the desk that is neither specified nor listed as additional', () => {
  const calls = endpoints.map(({ endpoint }) => callOf(endpoint))
  expect(new Set(calls).size).toBe(calls.length)
  const specified = new Set(table.map(([call]) => call))
  const isAtDesk = (call: string) => call.includes(' /admin/')
  expect(calls.filter((call) => !specified.has(call) && !isAtDesk(call))).toEqual(added)
})

test('opens the calls of the desk to administrators and staff alone, and no other path begins like theirs', () => {
  const atDesk = endpoints.filter(({ endpoint }) => endpoint.path.startsWith('/admin'))
  for (const { endpoint } of atDesk) expect(['admin', 'staff'], callOf(endpoint)).toContain(endpoint.access)
  expect(atDesk.every(({ endpoint }) => endpoint.path.startsWith('/admin/'))).toBe(true)
})

test('summarizes every call in a sentence without markup', () => {
  for (const { endpoint } of endpoints) expect(endpoint.summary, callOf(endpoint)).toMatch(/^[A-Z][^`]+\.$/)
})

function parametersOf(endpoint: Endpoint | undefined): Set<string> {
  const names = [endpoint?.query, endpoint?.body].flatMap((schema) => Object.keys(fieldsOf(schema)))
  return new Set(names)
}

function fieldsOf(schema: unknown): Record<string, unknown> {
  if (schema instanceof z.ZodMiniDefault) return fieldsOf(schema.def.innerType)
  return schema instanceof z.ZodMiniObject ? schema.shape : {}
}
