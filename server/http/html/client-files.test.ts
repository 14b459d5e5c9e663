import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

const SCRIPT = `export const text = '${'a long text '.repeat(500)}'`
/** More than the buffers of a connection hold. */
const LARGE = randomBytes(4_000_000)

let shop: TestShop
let app: FastifyInstance
let client: string

beforeAll(async () => {
  shop = await openTestShop()
  client = await mkdtemp(join(tmpdir(), 'foyer-client-'))
  await mkdir(join(client, 'assets'))
  const places =
    '<script nonce="__NONCE__"></script><!--page code--></head><!--prerendered shell--><!--embedded answers-->'
  await writeFile(join(client, 'index.html'), `<head><title>x</title>${places}`)
  await writeFile(`${client}.pages.json`, '{}')
  await writeFile(join(client, 'assets', 'app-1a2b.js'), SCRIPT)
  await writeFile(join(client, 'assets', 'app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(client, 'assets', 'app-1a2b.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(client, 'assets', 'large-3c4d.wasm'), LARGE)
  app = await buildApp(shop.context, client)
})
afterAll(async () => {
  await app.close()
  await shop.close()
  await rm(client, { recursive: true })
  await rm(`${client}.pages.json`)
})

const ask = (acceptEncoding: string, more: Record<string, string> = {}) =>
  app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': acceptEncoding, ...more } })

test('sends a file in the best coding that the client takes', async () => {
  const [best, older] = [await ask('gzip, deflate, br'), await ask('gzip')]
  expect([best.headers['content-encoding'], brotliDecompressSync(best.rawPayload).toString()]).toEqual(['br', SCRIPT])
  expect([older.headers['content-encoding'], gunzipSync(older.rawPayload).toString()]).toEqual(['gzip', SCRIPT])
  const plain = await Promise.all(['br;q=0, identity', 'x-gzip'].map((coding) => ask(coding)))
  for (const { headers, body } of plain) expect([headers['content-encoding'], body]).toEqual([undefined, SCRIPT])
  for (const { headers } of [best, older, ...plain]) {
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'text/javascript; charset=utf-8' })
  }
})

test('answers 304 to a client that has the file, and sends no body to HEAD', async () => {
  const { headers } = await ask('br')
  for (const known of [String(headers.etag), `"other", ${headers.etag}`, '*']) {
    const again = await ask('br', { 'if-none-match': known })
    expect([again.statusCode, again.body], known).toEqual([304, ''])
  }
  const head = await app.inject({ method: 'HEAD', url: '/assets/app-1a2b.js' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(SCRIPT.length)])
})

test('offers no compressed forms as files', async () => {
  for (const url of ['/assets/app-1a2b.js.br', '/assets/app-1a2b.js.gz']) {
    expect((await app.inject(url)).headers['content-type']).toBe('text/html; charset=utf-8')
  }
})

test('opens no files and keeps no copies for answers that nobody reads', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  await app.inject('/assets/large-3c4d.wasm')
  const [filesBefore, memoryBefore] = [openFiles(), process.memoryUsage().external]
  const request = 'GET /assets/large-3c4d.wasm HTTP/1.1\r\nHost: shop.example\r\n\r\n'
  const clients = await Promise.all(Array.from({ length: 20 }, () => connected(port)))
  const beginnings = clients.map((socket) => new Promise((resolve) => socket.once('readable', resolve)))
  for (const socket of clients) socket.write(request.repeat(8))
  await Promise.all(beginnings)
  await new Promise((resolve) => setTimeout(resolve, 200))
  // Each client and its connection are a descriptor in this process.
  expect(openFiles() - filesBefore).toBeLessThanOrEqual(2 * clients.length + 5)
  expect(process.memoryUsage().external - memoryBefore).toBeLessThan(LARGE.length)
  for (const socket of clients) socket.destroy()
})

function openFiles(): number {
  return readdirSync('/proc/self/fd').length
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
    socket.pause()
  })
}

test('keeps the connection of files open without a header that says so, and names its end', async () => {
  const served = await buildApp(shop.context, client)
  await served.listen({ port: 0, host: '127.0.0.1' })
  const { port } = served.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  const ask = async () => {
    socket.write('GET /assets/app-1a2b.js HTTP/1.1\r\nhost: x\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString()
  }
  try {
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 (?!.*^(connection|keep-alive):)/ims)
    served.drain.start()
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 .*^connection: close\r$/ims)
  } finally {
    socket.destroy()
    await served.close()
  }
})
