import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenImage, givenShow, givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let app: FastifyInstance
let client: string
let answers: readonly Answer[]

/** A kind of answer of the shop: its request, and its expected status and caching. */
type Answer = {
  what: string
  request: InjectOptions
  status: number
  cache: 'no-store' | 'an hour' | 'revalidated' | 'immutable' | 'none'
}

const CACHE_CONTROL = {
  'no-store': 'no-store',
  'an hour': 'public, max-age=3600',
  revalidated: 'public, no-cache',
  immutable: 'public, max-age=31536000, immutable',
  none: undefined,
}

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://tickets.example/' })
  client = await givenClient()
  app = await buildApp(shop.context, client)
  answers = await everyKindOfAnswer()
})
afterAll(async () => {
  await app.close()
  await shop.close()
  await rm(client, { recursive: true })
  await rm(`${client}.pages.json`)
})

async function givenClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-client-'))
  await mkdir(join(folder, 'assets'))
  const script = '<script nonce="__NONCE__" src="__BASE__assets/app-1a2b.js"></script>'
  await writeFile(
    join(folder, 'index.html'),
    `<head><title>x</title>${script}<!--page code--></head><!--prerendered shell--><!--embedded answers-->`,
  )
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'true')
  await writeFile(`${folder}.pages.json`, '{}')
  await writeFile(join(folder, 'sw.js'), 'true')
  await writeFile(join(folder, 'scan.html'), '<head></head><script nonce="__NONCE__" src="__BASE__x.js"></script>')
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return folder
}

async function everyKindOfAnswer(): Promise<Answer[]> {
  const email = 'ada@foyer.example'
  const ada = await givenUser(shop.db, { email, passwordHash: await cheapHashOf('correct horse') })
  const authorization = `Bearer ${await shop.tokenOf(ada)}`
  const { showId } = await givenShow(shop.db)
  const picture = await givenPicture()
  const api = (path: string, more: InjectOptions = {}): InjectOptions => ({ url: `/api/v1${path}`, ...more })
  const mine = (path: string, more: InjectOptions = {}) => api(path, { ...more, headers: { authorization } })
  const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
    api(path, { method: 'POST', payload, headers })
  const etagOf = async (request: InjectOptions) => String((await app.inject(request)).headers.etag)
  const again = async (path: string) => api(path, { headers: { 'if-none-match': await etagOf(api(path)) } })
  const versionOf = async (show: number) =>
    (await app.inject(api(`/eventshows/${show}`))).json().seatingPlan.version as string
  await sql`drop table news cascade`.execute(shop.owner)
  for (let guess = 0; guess < 60; guess += 1) await app.inject(api(`/password-resets/guess-${guess}`))

  return [
    { what: 'a public list', request: api('/events'), status: 200, cache: 'revalidated' },
    { what: 'private data', request: mine('/users/detail'), status: 200, cache: 'no-store' },
    { what: 'private orders', request: mine('/users/orders'), status: 200, cache: 'no-store' },
    {
      what: 'a token',
      request: post('/authentication', { email, password: 'correct horse' }),
      status: 200,
      cache: 'no-store',
    },
    { what: 'no content', request: post('/password-resets', { email }), status: 204, cache: 'no-store' },
    { what: 'a seating plan', request: api(`/seatingplans/event-show/${showId}`), status: 200, cache: 'revalidated' },
    {
      what: 'an unchanged seating plan',
      request: await again(`/seatingplans/event-show/${showId}`),
      status: 304,
      cache: 'revalidated',
    },
    {
      what: 'a seating plan by its version',
      request: api(`/seatingplans/event-show/${showId}?version=${await versionOf(showId)}`),
      status: 200,
      cache: 'immutable',
    },
    { what: 'a picture', request: api(`/images/${picture}`), status: 200, cache: 'immutable' },
    { what: 'a picture in a width', request: api(`/images/${picture}?width=160`), status: 200, cache: 'immutable' },
    { what: 'an unchanged picture', request: await again(`/images/${picture}`), status: 304, cache: 'immutable' },
    { what: 'a malformed request', request: post('/authentication', []), status: 400, cache: 'no-store' },
    {
      what: 'broken JSON',
      request: post('/authentication', '{' as never, { 'content-type': 'application/json' }),
      status: 400,
      cache: 'no-store',
    },
    { what: 'no token', request: api('/carts'), status: 401, cache: 'no-store' },
    { what: 'a customer instead of an administrator', request: mine('/users'), status: 403, cache: 'no-store' },
    { what: 'an unknown record', request: api('/events/999999'), status: 404, cache: 'no-store' },
    { what: 'an unknown call', request: api('/nothing'), status: 404, cache: 'no-store' },
    {
      what: 'problem details',
      request: api('/events/999999', { headers: { accept: 'application/problem+json' } }),
      status: 404,
      cache: 'no-store',
    },
    {
      what: 'a body that is too large',
      request: post('/authentication', { email: 'x'.repeat(300_000) }),
      status: 413,
      cache: 'no-store',
    },
    {
      what: 'an unsupported media type',
      request: post('/authentication', '<a/>' as never, { 'content-type': 'text/xml' }),
      status: 415,
      cache: 'no-store',
    },
    { what: 'a wrong field', request: post('/authentication', { email: '' }), status: 422, cache: 'no-store' },
    { what: 'too many attempts', request: api('/password-resets/guess'), status: 429, cache: 'no-store' },
    { what: 'an internal error', request: api('/news'), status: 500, cache: 'no-store' },
    { what: 'OPTIONS', request: api('/events', { method: 'OPTIONS' }), status: 405, cache: 'no-store' },
    { what: 'HEAD', request: api('/events', { method: 'HEAD' }), status: 200, cache: 'revalidated' },
    { what: 'an unsupported method', request: api('/carts', { method: 'PUT' }), status: 405, cache: 'no-store' },
    { what: 'an undecodable address', request: { url: '/%zz' }, status: 404, cache: 'no-store' },
    { what: 'a very long parameter', request: api(`/events/${'9'.repeat(400)}`), status: 404, cache: 'no-store' },
    { what: 'a page', request: { url: '/news/1' }, status: 200, cache: 'no-store' },
    { what: 'the home page', request: { url: '/' }, status: 200, cache: 'no-store' },
    { what: 'an unknown page', request: { url: '/nowhere' }, status: 404, cache: 'no-store' },
    { what: 'the file index.html', request: { url: '/index.html' }, status: 302, cache: 'none' },
    { what: 'an asset', request: { url: '/assets/app-1a2b.js' }, status: 200, cache: 'immutable' },
    { what: 'a file', request: { url: '/icon.svg' }, status: 200, cache: 'an hour' },
    { what: 'the service worker', request: { url: '/sw.js' }, status: 200, cache: 'revalidated' },
    { what: 'the OpenAPI document', request: api('/openapi.json'), status: 200, cache: 'an hour' },
    { what: 'an unchanged OpenAPI document', request: await again('/openapi.json'), status: 304, cache: 'an hour' },
    { what: 'the API reference', request: { url: '/api/docs' }, status: 200, cache: 'no-store' },
    {
      what: 'a file of the API reference',
      request: { url: '/api/docs/reference.js' },
      status: 200,
      cache: 'revalidated',
    },
    { what: 'robots.txt', request: { url: '/robots.txt' }, status: 200, cache: 'an hour' },
    { what: 'healthz', request: { url: '/healthz' }, status: 200, cache: 'no-store' },
    { what: 'readyz', request: { url: '/readyz' }, status: 200, cache: 'no-store' },
  ]
}

async function givenPicture(): Promise<string> {
  const { id, name } = await givenImage(shop.db)
  const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await shop.owner.updateTable('images').set({ content }).where('id', '=', id).execute()
  return name
}

/** The headers of every answer. */
const COMMON_HEADERS = {
  'content-security-policy': expect.stringMatching(
    /^(?=.*default-src '(none|self)')(?=.*base-uri '(none|self)')(?=.*frame-ancestors 'none')/,
  ),
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^[\w-]{22}$/),
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

/** The headers that only documents need, which files repeat for nothing. */
const DOCUMENT_HEADERS = { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' }

test('sends the right headers with every kind of answer', async () => {
  for (const { what, request, status, cache } of answers) {
    const { statusCode, headers, body } = await app.inject(request)
    expect({ what, statusCode, body: body.slice(0, 80) }).toMatchObject({ what, statusCode: status })
    expect({ what, ...headers }).toMatchObject({ what, ...COMMON_HEADERS })
    const isFile = cache === 'immutable' || what === 'a file'
    for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) {
      expect([what, name, headers[name]]).toEqual([what, name, isFile ? undefined : value])
    }
    expect([what, headers['cache-control']]).toEqual([what, CACHE_CONTROL[cache]])
    expect([what, headers['content-security-policy']]).not.toEqual([what, expect.stringMatching(/unsafe|\*|http:/)])
    for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin']) {
      expect([what, name, headers[name]]).toEqual([what, name, undefined])
    }
    const type = expect.stringMatching(/^(image\/(png|webp|svg\+xml)|(text|application)\/[\w+.-]+; charset=utf-8)$/)
    if (body !== '') expect([what, headers['content-type']]).toEqual([what, type])
  }
})

test("allows a page's scripts by a nonce that is never reused", async () => {
  const nonces = new Set<string | undefined>()
  for (let visit = 0; visit < 3; visit += 1) {
    const { headers, body } = await app.inject('/')
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    expect(body).toContain(`nonce="${nonce}"`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('lets the scanner alone use the camera and run WebAssembly', async () => {
  const { headers, body } = await app.inject('/scan')
  expect(headers).toMatchObject({ ...COMMON_HEADERS, ...DOCUMENT_HEADERS })
  expect(headers['permissions-policy']).toBe('camera=(self)')
  const nonce = /script-src 'self' 'nonce-([^']+)' 'wasm-unsafe-eval';/.exec(String(headers['content-security-policy']))
  expect(body).toBe(`<head></head><script nonce="${nonce?.[1]}" src="/x.js"></script>`)
  const page = await app.inject('/')
  expect(page.headers['permissions-policy']).toBe('camera=()')
  expect(page.headers['content-security-policy']).not.toContain('wasm')
  expect((await app.inject('/scan.html')).headers['permissions-policy']).toBe('camera=()')
})

test('lets the service worker fetch the files that it keeps, and nothing else', async () => {
  const { headers } = await app.inject('/sw.js')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
})

test('sends no HSTS without TLS', async () => {
  const plain = await openTestShop({ PUBLIC_URL: 'http://localhost:8080/' })
  try {
    expect((await plain.ask('GET', '/events')).headers).not.toHaveProperty('strict-transport-security')
  } finally {
    await plain.close()
  }
})

const HOSTLESS = 'GET / HTTP/1.1\r\n\r\n'

test('refuses malformed HTTP without revealing the server', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  const long = `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`
  const smuggled =
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n'
  for (const text of [
    'nonsense\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    HOSTLESS,
    long,
    `GET /?q=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    smuggled,
    'BREW / HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET *:99999 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    'GET *[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  ]) {
    const answer = await send(text)
    expect([text.slice(0, 30), answer]).toEqual([text.slice(0, 30), expect.stringMatching(/^HTTP\/1\.1 4\d\d /)])
    expect(answer).not.toMatch(/^server:|x-powered-by|HPE_|node:|stack/im)
    // Node itself refuses a request without a host, with an empty body.
    if (text === HOSTLESS) continue
    expect(answer).toMatch(/^content-type: text\/plain; charset=utf-8\r\n/im)
    expect(answer).toMatch(/^x-problem: \w+\r\n/im)
    expect(answer).toMatch(/^x-content-type-options: nosniff\r\n/im)
    expect(answer).toMatch(/^x-request-id: [\w-]{22}\r\n/im)
    expect(answer).toMatch(/^content-security-policy: default-src 'none';base-uri 'none'/im)
    expect(answer).toMatch(/\r\n\r\n\p{Lu}.+\.$/u)
  }
})
