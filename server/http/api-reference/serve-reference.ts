import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#contract/endpoint.ts'
import { PreparedAnswer } from '#server/http/answers/prepared-answer.ts'
import { openApi } from './openapi.ts'

type Settings = { BASE_PATH: string; PUBLIC_URL: string }

/** The files of the page: Swagger UI as delivered, and its configuration. */
const FILES = {
  'swagger-ui.css': { type: 'text/css', path: import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css') },
  'reference.css': { type: 'text/css', path: new URL('./reference.css', import.meta.url).href },
  'swagger-ui-bundle.js': {
    type: 'text/javascript',
    path: import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js'),
  },
  'reference.js': { type: 'text/javascript', path: new URL('./reference.js', import.meta.url).href },
}

/** The Content-Security-Policy of the page: files and connections of the shop only, as on the other pages. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // DOMPurify, with which Swagger UI sanitizes HTML, creates the second policy.
  'trusted-types default dompurify',
].join('; ')

/**
 * Serves the API reference: `api/v1/openapi.json` for programs, `api/docs` for people. Generates the document at its
 * first request, because that takes a fifth of the start of a server.
 */
export function serveReference(app: FastifyInstance, { BASE_PATH, PUBLIC_URL }: Settings): void {
  let document: Promise<PreparedAnswer> | undefined
  const page = referencePage(BASE_PATH)
  app.get(`/${API_PREFIX}/openapi.json`, async (request, reply) => {
    document ??= PreparedAnswer.ofJson(openApi(PUBLIC_URL))
    return (await document).forAnHour().send(request, reply)
  })
  app.get('/api/docs', (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page),
  )
  for (const [name, { type, path }] of Object.entries(FILES)) {
    let prepared: Promise<PreparedAnswer> | undefined
    app.get(`/api/docs/${name}`, async (request, reply) => {
      prepared ??= readFile(new URL(path)).then((content) => PreparedAnswer.ofBytes(content, `${type}; charset=utf-8`))
      return (await prepared).send(request, reply)
    })
  }
}

function referencePage(basePath: string): string {
  const files = `${basePath}api/docs/`
  const description = `${basePath}${API_PREFIX}/openapi.json`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Foyer API</title>
<link rel="icon" href="${basePath}favicon.svg" type="image/svg+xml">
<link rel="service-desc" type="application/json" href="${description}">
<link rel="stylesheet" href="${files}swagger-ui.css">
<link rel="stylesheet" href="${files}reference.css">
<script src="${files}swagger-ui-bundle.js" defer></script>
<script src="${files}reference.js" defer></script>
</head>
<body>
<div id="reference">
<noscript>This page needs JavaScript. <a href="${description}">The same as OpenAPI 3.1.</a></noscript>
</div>
</body>
</html>
`
}
