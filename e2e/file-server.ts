import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Serves a folder below `/demo/` like any file server. Forwards API calls to a shop while there is one. */
export async function serveFiles(folder: string, shop: { url: string | undefined }) {
  const server = createServer((asked, reply) => {
    const path = (asked.url ?? '').replace('/demo/', '')
    if (shop.url && path.startsWith('api/')) passOn(asked, reply, new URL(path, shop.url))
    else void sendFile(reply, join(folder, path.replace(/[?#].*/, '') || 'index.html'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/demo/`,
    stop: () => new Promise((resolve) => void server.close(resolve).closeAllConnections()),
  }
}

async function sendFile(reply: ServerResponse, path: string): Promise<void> {
  const content = await readFile(path).catch(() => undefined)
  if (!content) return void reply.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>')
  reply.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(content)
}

function passOn(asked: IncomingMessage, reply: ServerResponse, url: URL): void {
  const { method, headers } = asked
  const onward = request(url, { method, headers: { ...headers, host: url.host } }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  onward.once('error', () => reply.destroy())
  asked.pipe(onward)
}
