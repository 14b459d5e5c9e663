import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { type ClientFile, listClientFiles } from './client-files.ts'
import { IMMUTABLE, keepFileHeaders } from '../answers/file-headers.ts'
import { pageMaker, type RenderedPage } from './render-page.ts'
import { readTemplate } from './page-template.ts'

const builtClient = fileURLToPath(new URL('../../../dist/client', import.meta.url))

const REVALIDATE = 'public, no-cache'
const HOUR = 'public, max-age=3600'

/** The service worker only fetches the files that it keeps. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Serves the built client: hashed files as immutable, and for every other address the rendered page, with status 404
 * where the shop has no such page.
 */
export async function servePages(app: FastifyInstance, context: AppContext, folder = builtClient): Promise<void> {
  const { settings } = context
  if (!existsSync(join(folder, 'index.html'))) return
  const fill = readTemplate({
    html: await readFile(join(folder, 'index.html'), 'utf8'),
    pageFiles: JSON.parse(await readFile(`${folder}.pages.json`, 'utf8')),
    basePath: settings.BASE_PATH,
    shopZone: settings.seller.timeZone,
  })
  const make = pageMaker(app, context)
  for (const file of await listClientFiles(folder)) serveFile(app, file)
  /** Keeps the turn until the work is over, so that pages that are given up do not pile up. */
  const makeInTurn = (request: FastifyRequest, reply: FastifyReply, path: string) =>
    new Promise<RenderedPage>((resolve, reject) => {
      const work = async () => {
        const { page, done } = make(path)
        resolve(await page)
        await done
      }
      app.inTurn(request, reply, work).catch(reject)
    })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const path = request.url.slice(settings.BASE_PATH.length - 1)
    const page = await makeInTurn(request, reply, path)
    return reply
      .code(page.status)
      .header('content-security-policy', policyFor(nonce))
      .header('permissions-policy', 'camera=()')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(fill(page, nonce))
  }
  app.get('/', sendPage)
  await serveScanner(app, folder, settings.BASE_PATH)
  app.get('/index.html', (_request, reply) => reply.redirect(settings.BASE_PATH))
  app.get('/*', (request, reply) => {
    const { '*': path } = request.params as { '*': string }
    // A client may send an address without a path, such as `*`, which is no address of a page.
    const isPage = request.url.startsWith('/') && !path.startsWith('api/')
    return isPage ? sendPage(request, reply) : reply.callNotFound()
  })
}

/** Serves a built file. Hashed files never change, so nobody asks whether they did. The HTML is rendered instead. */
function serveFile(app: FastifyInstance, file: ClientFile): void {
  if (/^(?:index|scan)\.html/.test(file.path)) return
  const isHashed = file.path.startsWith('assets/')
  const isWorker = file.path === 'sw.js'
  app.get(`/${file.path}`, (request, reply) => {
    if (isWorker) reply.header('content-security-policy', WORKER_POLICY)
    else keepFileHeaders(reply)
    reply.header('cache-control', isWorker ? REVALIDATE : isHashed ? IMMUTABLE : HOUR)
    return file.send(request, reply)
  })
}

/**
 * Serves the scanner as a document of its own, the only one that may use the camera and run WebAssembly, which reads
 * the codes.
 */
async function serveScanner(app: FastifyInstance, folder: string, basePath: string): Promise<void> {
  const file = join(folder, 'scan.html')
  if (!existsSync(file)) return
  const html = (await readFile(file, 'utf8')).replaceAll('__BASE__', basePath)
  app.get('/scan', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', policyFor(nonce, " 'wasm-unsafe-eval'"))
      .header('permissions-policy', 'camera=(self)')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__NONCE__', nonce))
  })
}

/** Returns the policy of pages. `moreScripts`: further sources of scripts, after a space. */
function policyFor(nonce: string, moreScripts = ''): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${moreScripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}
