import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isPage } from '#contract/pages.ts'

const builtClient = fileURLToPath(new URL('../../dist/client', import.meta.url))

/**
 * Serves the built client: its files by their hashed names for ever, and for every other address the page itself,
 * with status 404 where the shop has no such page.
 */
export async function servePages(app: FastifyInstance, basePath: string, folder = builtClient): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // The page itself is not a file like the others: it is filled in below.
    globIgnore: ['index.html*'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${join(folder, 'assets')}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  const sendPage = (reply: FastifyReply, path: string) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(isPage(path) ? 200 : 404)
      .header('content-security-policy', policyFor(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__BASE__', basePath).replaceAll('__NONCE__', nonce))
  }
  app.get('/', (_request, reply) => sendPage(reply, '/'))
  app.get('/index.html', (_request, reply) => reply.redirect(basePath))
  app.get('/*', (request, reply) => {
    const { '*': path } = request.params as { '*': string }
    return path.startsWith('api/') ? reply.callNotFound() : sendPage(reply, `/${path}`)
  })
}

function policyFor(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
