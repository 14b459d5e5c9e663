import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'
import { openApi } from './openapi.ts'
import { referencePage } from './reference-page.ts'

/** Tells strangers how to talk to the shop: `api/v1/openapi.json` for programs, `api/docs` for people. */
export function serveReference(app: FastifyInstance, { PUBLIC_URL }: { PUBLIC_URL: string }): void {
  const document = openApi(PUBLIC_URL)
  app.get(`/${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(document),
  )
  app.get('/api/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(referencePage(document, nonce))
  })
}
