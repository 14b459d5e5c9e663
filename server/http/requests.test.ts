import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPACT_PLAN } from '#contract/compact-seating/media-types.ts'
import type { UserId } from '#domain/ids.ts'
import { givenNews, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let show: Show
let ada: UserId

beforeAll(async () => {
  shop = await openTestShop()
  show = await givenShow(shop.db)
  ada = await givenUser(shop.db)
})
afterAll(() => shop.close())

const answerTo = async (path: string) => {
  const { statusCode, body } = await shop.ask('GET', path)
  return [statusCode, body]
}
const send = (method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'DELETE' | 'PUT', path: string) =>
  shop.app.inject({ method, url: `/api/v1${path}` })

test('names a field of the wrong type with 422 in body, query and path', async () => {
  const body = { eventShowId: '7', seatingPlanPlaceIds: [true, 1.5, -1], userPaymentInfoDto: 5 }
  const reserved = await shop.ask('POST', '/tickets', { as: ada, body })
  expect([reserved.statusCode, reserved.body.split('\n')]).toEqual([
    422,
    [
      'eventShowId: Value is not valid',
      'seatingPlanPlaceIds.0: Value is not valid',
      'seatingPlanPlaceIds.1: The value must be a whole number',
      'seatingPlanPlaceIds.2: The minimum value allowed is 1',
    ],
  ])
  for (const seatingPlanPlaceIds of ['x', {}, 7]) {
    const reply = await shop.ask('POST', '/tickets', { as: ada, body: { eventShowId: 7, seatingPlanPlaceIds } })
    expect([reply.statusCode, reply.body]).toEqual([422, 'seatingPlanPlaceIds: Value is not valid'])
  }
  const ordered = await shop.ask('POST', '/orders', { as: ada, body: { userPaymentInfoDto: 'Ada' } })
  expect([ordered.statusCode, ordered.body]).toEqual([422, 'userPaymentInfoDto: Value is not valid'])
  expect(await answerTo('/events?pageIndex=first')).toEqual([422, 'pageIndex: The value must be a whole number'])
  expect(await answerTo('/events/first')).toEqual([422, 'id: The value must be a whole number'])
})

test('answers malformed for a body that is no object', async () => {
  for (const body of [[], 'text', 5, null]) {
    const reply = await shop.ask('POST', '/orders', { as: ada, body })
    expect([reply.statusCode, reply.body]).toEqual([400, 'The request is not of the expected form.'])
  }
  const admin = await givenUser(shop.db, { isAdmin: true })
  for (const body of ['true', 1, {}, null]) {
    const reply = await shop.ask('PATCH', `/users/${ada}/lock`, { as: admin, body })
    expect([reply.statusCode, reply.body]).toEqual([400, 'The request is not of the expected form.'])
  }
})

test('refuses a body without or with another media type', async () => {
  const send = (type?: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/v1/authentication',
      headers: type ? { 'content-type': type } : {},
      payload: '{"email":"ada@foyer.example","password":"correct horse"}',
    })
  for (const type of ['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'application/xml']) {
    const reply = await send(type)
    expect([reply.statusCode, reply.body], type).toEqual([415, "This kind of content isn't accepted here."])
  }
  expect((await send()).statusCode).toBe(415)
})

test('refuses a compressed body', async () => {
  const payload = gzipSync('{"email":"ada@foyer.example","password":"correct horse"}')
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const reply = await shop.app.inject({ method: 'POST', url: '/api/v1/authentication', headers, payload })
  expect([reply.statusCode, reply.body]).toEqual([415, "This kind of content isn't accepted here."])
})

test('treats an empty body of any media type as missing', async () => {
  const read = await givenNews(shop.db)
  for (const type of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/octet-stream',
    'application/json',
  ]) {
    const headers = { authorization: `Bearer ${await shop.tokenOf(ada)}`, 'content-type': type, 'content-length': '0' }
    const reply = await shop.app.inject({ method: 'POST', url: `/api/v1/news/${read}`, headers })
    expect(reply.statusCode, type).toBe(204)
  }
})

test('closes requests that take longer than a minute to arrive', () => {
  expect(shop.app.server.requestTimeout).toBe(60_000)
})

test.each([
  ['1.5', 'duration: The value must be a whole number'],
  ['1e9', 'duration: The value must be a whole number'],
  ['-60', 'duration: The minimum value allowed is 0'],
  ['99999999999', 'duration: The maximum value allowed is 2,147,483,647'],
  ['9'.repeat(40), 'duration: The value must be a whole number'],
])('refuses a duration of %s', async (duration, sentence) => {
  expect(await answerTo(`/events?duration=${duration}`)).toEqual([422, sentence])
})

test('knows no address with more than a hundred parameters', async () => {
  const parameters = (count: number) => Array.from({ length: count }, (_, index) => `n${index}=1`).join('&')
  expect((await answerTo(`/events?${parameters(100)}`))[0]).toBe(200)
  expect((await answerTo(`/events?${parameters(101)}`))[0]).toBe(404)
})

test('treats empty query parameters and null for optional fields as missing', async () => {
  const all = await answerTo('/eventshows')
  expect(all[0]).toBe(200)
  expect(await answerTo('/eventshows?minPrice=&maxPrice=&name=&pageIndex=&startDate=')).toEqual(all)
  const best = { eventShowId: show.showId, quantity: 1, maxPrice: null }
  expect((await shop.ask('POST', '/tickets/best-available', { as: ada, body: best })).statusCode).toBe(201)
  const missing = 'seatingPlanId: Value is required\neventShowId: Value is required'
  expect(await answerTo('/seatingplans/capacity')).toEqual([422, missing])
  expect(await answerTo('/seatingplans/capacity?seatingPlanId=&eventShowId=')).toEqual([422, missing])
  const none = await shop.ask('POST', '/tickets/best-available', { as: ada, body: { ...best, quantity: null } })
  expect([none.statusCode, none.body]).toEqual([422, 'quantity: Value is required'])
})

test.each(['\u200b', '\u200f\u200e\u202e', '\ufeff\u00ad', ' \u2060\t', '\u3164\u115f', '\u2800', '\u{e0020}'])(
  'treats a name of only %j as blank',
  async (firstName) => {
    const body = { firstName, lastName: 'Guest', address: '' }
    const reply = await shop.ask('PATCH', '/users', { as: ada, body })
    expect([reply.statusCode, reply.body]).toEqual([422, 'firstName: This field cannot contain only whitespace'])
  },
)

test('accepts invisible characters beside visible ones', async () => {
  const body = { firstName: 'می\u200cخواهم', lastName: '👩\u200d🎤', address: '' }
  expect((await shop.ask('PATCH', '/users', { as: ada, body })).statusCode).toBe(200)
})

test('sends the compact form to clients that prefer it', async () => {
  const typeFor = async (accept: string) =>
    (await shop.ask('GET', `/seatingplans/event-show/${show.showId}`, { headers: { accept } })).headers['content-type']
  expect(await typeFor(`application/json;q=0.5, ${COMPACT_PLAN};q=0.9`)).toBe(COMPACT_PLAN)
  expect(await typeFor(`application/json;q=0.9, ${COMPACT_PLAN};q=0.5`)).toMatch(/^application\/json/)
  expect(await typeFor(`${COMPACT_PLAN};q=0`)).toMatch(/^application\/json/)
})

test('sends problem details to clients that prefer them', async () => {
  const typeFor = async (accept: string) =>
    (await shop.ask('GET', '/events/999999', { headers: { accept } })).headers['content-type']
  expect(await typeFor('application/json, application/problem+json')).toMatch(/^application\/problem\+json/)
  expect(await typeFor('text/plain, application/problem+json;q=0.5')).toMatch(/^text\/plain/)
  expect(await typeFor('application/problem+json;q=0')).toMatch(/^text\/plain/)
})

test('names input fields in problem details, also for problems of one field', async () => {
  const documentFor = async (body: object) => {
    const headers = { accept: 'application/problem+json' }
    return (await shop.ask('PATCH', '/users/change-password', { as: ada, body, headers })).json()
  }
  const message = 'This password is wrong.'
  expect(await documentFor({ password: 'not the one', newPassword: 'correct horse' })).toEqual({
    type: 'about:blank',
    status: 422,
    title: message,
    code: 'wrong_password',
    fields: [{ field: 'password', message }],
  })
  expect(await documentFor({ newPassword: 'correct horse' })).toMatchObject({
    title: 'password: Value is required',
    code: 'invalid_fields',
    fields: [{ field: 'password', message: 'Value is required' }],
  })
})

test('answers HEAD like GET without the body', async () => {
  for (const path of ['/events', `/seatingplans/event-show/${show.showId}`, '/events/999999', '/carts']) {
    const [head, get] = [await send('HEAD', path), await send('GET', path)]
    expect([head.statusCode, head.body]).toEqual([get.statusCode, ''])
    const { date: _head, 'x-request-id': _headId, ...headHeaders } = head.headers
    const { date: _get, 'x-request-id': _getId, ...getHeaders } = get.headers
    expect(headHeaders).toEqual(getHeaders)
  }
})

test('answers an unsupported method with the allowed ones', async () => {
  const refusal = async (method: 'OPTIONS' | 'DELETE' | 'PUT' | 'HEAD', path: string) => {
    const { statusCode, headers, body } = await send(method, path)
    return [statusCode, headers.allow, body]
  }
  expect(await refusal('OPTIONS', '/orders')).toEqual([405, 'POST', 'This address only accepts POST.'])
  expect(await refusal('DELETE', `/events/${show.eventId}`)).toEqual([
    405,
    'GET, HEAD',
    'This address only accepts GET or HEAD.',
  ])
  expect(await refusal('HEAD', '/orders')).toEqual([405, 'POST', ''])
  expect((await send('PUT', '/no/such/call')).statusCode).toBe(404)
})
