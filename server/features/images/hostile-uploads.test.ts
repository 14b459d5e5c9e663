import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { givenUser } from '#server/testing/test-data.ts'
import { chaoticPng, flatPng, lyingPng } from '#server/testing/build-png.ts'
import { chunksOf, type HostilePicture, hostilePictures, PAYLOAD } from '#server/testing/hostile-pictures.ts'
import { BOUNDARY, MULTIPART_TYPE, multipart, type Part } from '#server/testing/multipart.ts'
import { isProving, provedTest } from '#server/testing/proving.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let authorization: string
let pictures: HostilePicture[]

beforeAll(async () => {
  shop = await openTestShop()
  authorization = `Bearer ${await shop.tokenOf(await givenUser(shop.db, { isAdmin: true }))}`
  pictures = await hostilePictures()
})
afterAll(() => shop.close())

/** Looking for parts in as many bytes takes seconds. */
const UPLOAD_BYTES = 40_000_000
const MOST_CPU_MS = 1_500
const upload = (content: Buffer) => post(multipart([{ filename: 'a.png', content }]))

function post(payload: Buffer, type = MULTIPART_TYPE) {
  const headers = { authorization, 'content-type': type }
  return shop.app.inject({ method: 'POST', url: '/api/v1/images', headers, payload })
}

/** The chunks that define the pixels and their colours. */
const HARMLESS_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'pHYs',
  'bKGD',
])

/** Lists the unsafe parts of a picture that the shop serves. */
async function dangersOf(name: string): Promise<string[]> {
  const { statusCode, headers, rawPayload } = await shop.ask('GET', `/images/${name}`)
  const dangers: string[] = []
  if (!/^[\da-f]{32}\.png$/.test(name)) dangers.push(`the name ${name}`)
  if (statusCode !== 200 || headers['content-type'] !== 'image/png') dangers.push('its media type')
  if (headers['x-content-type-options'] !== 'nosniff') dangers.push('media type sniffing')
  const { names, rest } = chunksOf(rawPayload)
  dangers.push(...names.filter((chunk) => !HARMLESS_CHUNKS.has(chunk)).map((chunk) => `the chunk ${chunk}`))
  if (rest !== 0) dangers.push('bytes after its end')
  if (rawPayload.includes(PAYLOAD)) dangers.push('the payload')
  const { format, width, height } = await sharp(rawPayload).metadata()
  if (format !== 'png' || width * height > 40_000_000 || Math.max(width, height) > 8_192)
    dangers.push('its format or size')
  return dangers
}

test('stores only the pixels of hostile files', async () => {
  expect(pictures.length).toBeGreaterThanOrEqual(60)
  for (const { what, content, outcome } of pictures) {
    const reply = await post(multipart([{ filename: 'a.png', content }]))
    const actual = reply.statusCode === 201 ? 'cleaned' : 'refused'
    expect({ what, actual, body: reply.body }).toMatchObject({ what, actual: outcome === 'either' ? actual : outcome })
    if (actual === 'cleaned') expect([what, await dangersOf(reply.json().name)]).toEqual([what, []])
    else expect([what, [413, 415].includes(reply.statusCode), reply.statusCode]).toEqual([what, true, reply.statusCode])
  }
  const { count } = await shop.db
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeLessThan(pictures.length / 2)
})

test('assigns its own name and type to every file', async () => {
  const content = plainPicture()
  const names = [
    '../../evil.html',
    '..\\..\\evil.html',
    '/etc/passwd',
    '.htaccess',
    'x.php',
    'x.png.svg',
    'CON',
    'a%00b.png',
    '‮gnp.exe',
    '',
    'x'.repeat(300),
    "'; drop table images; --",
    '<script>.png',
  ]
  for (const filename of names) {
    for (const type of ['image/png', 'text/html', 'image/svg+xml']) {
      const reply = await post(multipart([{ filename, type, content }]))
      if (reply.statusCode !== 201) expect([filename, reply.statusCode]).toEqual([filename, 400])
      else expect([filename, type, await dangersOf(reply.json().name)]).toEqual([filename, type, []])
    }
  }
})

test('reads only the field of the file', async () => {
  const content = plainPicture()
  const file: Part = { filename: 'a.png', content }
  const forms: [what: string, status: number, payload: Buffer, type?: string][] = [
    ['two files', 201, multipart([file, file])],
    ['a field before the file', 201, multipart([{ name: 'title', content: 'x' }, file])],
    [
      'the file after too many fields',
      400,
      multipart([...Array.from({ length: 50 }, () => ({ name: 'a', content: 'x' })), file]),
    ],
    ['a very long field', 201, multipart([{ name: 'a', content: 'x'.repeat(100_000) }, file])],
    ['a field of the prototype', 201, multipart([{ name: '__proto__', content: 'x' }, file])],
    ['a file in another field', 400, multipart([{ ...file, name: 'picture' }])],
    ['a text instead of the file', 400, multipart([{ content: 'text' }])],
    ['no part', 400, multipart([])],
    ['an empty body', 400, Buffer.alloc(0)],
    ['no closing boundary', 400, multipart([file]).subarray(0, -20)],
    ['another boundary', 400, multipart([file]), 'multipart/form-data; boundary=other'],
    ['no boundary', 400, multipart([file]), 'multipart/form-data'],
    ['a file without a form', 415, content, 'image/png'],
    ['a URL-encoded form', 415, Buffer.from('file=x'), 'application/x-www-form-urlencoded'],
  ]
  for (const [what, status, payload, type] of forms) {
    const reply = await post(payload, type)
    expect([what, reply.statusCode, reply.body]).toEqual([what, status, expect.stringMatching(/^[A-Z{]/)])
  }
})

test('accepts the longest and the narrowest pictures, and serves them in every width', async () => {
  const sizes = [[1, 8_192], [8_192, 1], ...(isProving ? [[4_882, 8_192]] : [])] as [number, number][]
  for (const [width, height] of sizes) {
    const reply = await upload(flatPng({ width, height }))
    expect([width, height, reply.statusCode]).toEqual([width, height, 201])
    for (const wanted of [160, 320, 640, 960, 1_280]) {
      const variant = await shop.ask('GET', `/images/${reply.json().name}?width=${wanted}`)
      expect([variant.statusCode, variant.headers['content-type']]).toEqual([200, 'image/webp'])
      const drawn = await sharp(variant.rawPayload).metadata()
      expect(drawn.width).toBe(Math.min(wanted, width))
    }
  }
})

test('reads no further parts of an upload that it has refused', async () => {
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const part = `--${BOUNDARY}\r\na:b\r\n\r\n\r\n`
  const first = part.repeat(10)
  const rest = part.repeat(UPLOAD_BYTES / part.length)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const head = [
    ...['POST /api/v1/images HTTP/1.1', 'Host: shop', `Authorization: ${authorization}`],
    ...[`Content-Type: ${MULTIPART_TYPE}`, `Content-Length: ${first.length + rest.length}`],
  ]
  const before = process.cpuUsage()
  const answer = once(socket, 'data')
  socket.write(`${head.join('\r\n')}\r\n\r\n${first}`)
  expect(String((await answer)[0])).toContain('HTTP/1.1 400')
  // The next answer of the connection comes when the whole body has been read.
  const next = once(socket, 'data')
  socket.write(`${rest}GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n`)
  expect(String((await next)[0])).toContain('HTTP/1.1 200')
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(MOST_CPU_MS)
})

test('refuses too large pictures by their header, before they are decoded', async () => {
  const withHeader = (width: number, height: number, [depth = 8, color = 2] = []) => {
    const content = Buffer.from(flatPng({ width: 1, height: 1, depth, color }))
    content.writeUInt32BE(width, 16)
    content.writeUInt32BE(height, 20)
    return content
  }
  const sentence = (limit: string) => `The image is too large. PNG images of up to ${limit} are accepted.`
  const side = sentence('8,192 pixels a side')
  const decoded = sentence('160 MB when decoded')
  const cases: [content: Buffer, status: number, body: string][] = [
    [withHeader(1, 8_193), 413, side],
    [withHeader(8_193, 1), 413, side],
    [withHeader(1, 40_000_000), 413, side],
    [withHeader(8_192, 4_883), 413, sentence('40 megapixels')],
    [withHeader(8_192, 2_442, [16, 6]), 413, decoded],
    [withHeader(8_192, 3_256, [16, 2]), 413, decoded],
    // Decoded, and found broken.
    [withHeader(8_192, 2_441, [16, 6]), 415, 'Only PNG images are accepted.'],
    [withHeader(1, 8_192), 415, 'Only PNG images are accepted.'],
  ]
  for (const [content, status, body] of cases) {
    const reply = await upload(content)
    expect([reply.statusCode, reply.body]).toEqual([status, body])
  }
})

provedTest('accepts the pictures that need the most memory: interlaced, lying on their side', async () => {
  const sizes = [[2_440, 16], ...(isProving ? [[4_880, 8]] : [])] as [height: number, depth: number][]
  for (const [height, depth] of sizes) {
    const reply = await upload(lyingPng({ width: 8_192, height, depth, color: 6, interlace: 1 }))
    expect(reply.statusCode).toBe(201)
    const stored = await shop.db
      .selectFrom('images')
      .select(['width', 'height'])
      .where('id', '=', reply.json().id)
      .execute()
    expect(stored).toEqual([{ width: height, height: 8_192 }])
  }
})

test('refuses a small file that would be stored as a large one', async () => {
  const content = chaoticPng({ width: 4_096, height: 1_000 })
  expect(content.length).toBeLessThan(100_000)
  const reply = await upload(content)
  expect([reply.statusCode, reply.body]).toEqual([
    413,
    'The image is too large. PNG images of up to 8 MB when encoded without metadata are accepted.',
  ])
})

test('control: the original of a cleaned file is detected as unsafe', async () => {
  const unsafe: string[] = []
  for (const { what, content } of pictures.filter(({ outcome }) => outcome === 'cleaned')) {
    const name = `${randomBytes(16).toString('hex')}.png`
    await shop.db.insertInto('images').values({ name, content, width: 1, height: 1 }).execute()
    if ((await dangersOf(name)).length > 0) unsafe.push(what)
  }
  expect(unsafe).toEqual(expect.arrayContaining(['a page behind the end', 'a script in a text', 'a place in EXIF']))
  expect(unsafe).not.toContain('a plain PNG')
})

function plainPicture(): Buffer {
  return pictures.find(({ what }) => what === 'a plain PNG')?.content ?? Buffer.alloc(0)
}
