import type { openApi } from './openapi.ts'

type Document = ReturnType<typeof openApi>
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; example: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { example?: unknown }> }>
}

/** The reference as one page of plain HTML: no script, nothing loaded from elsewhere. `nonce` is of its style. */
export function referencePage(document: Document, nonce: string): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as Operation,
    })),
  )
  const features = [...new Set(calls.map(({ operation }) => operation.tags[0] ?? ''))]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Foyer API</title>
<style nonce="${nonce}">${STYLE}</style>
<h1>Foyer API</h1>
<p>${escaped(document.info.description)} The same as <a href="v1/openapi.json">OpenAPI 3.1</a>.</p>
<nav>${features.map((feature) => `<a href="#${feature}">${feature}</a>`).join(' ')}</nav>
${features
  .map((feature) =>
    section(
      feature,
      calls.filter(({ operation }) => operation.tags[0] === feature),
    ),
  )
  .join('\n')}
</html>`
}

type Call = { path: string; method: string; operation: Operation }

function section(feature: string, calls: readonly Call[]): string {
  return `<h2 id="${feature}">${feature}</h2>${calls.map(details).join('')}`
}

function details({ path, method, operation }: Call): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.example
  const [[status, reply] = ['', undefined], ...problems] = Object.entries(operation.responses)
  const answer = Object.values(reply?.content ?? {})[0]?.example
  return `<details id="${operation.operationId}"><summary><b>${method}</b> <code>${escaped(path)}</code> ${escaped(operation.summary)}</summary>
<p>${escaped(operation.description)}</p>
${operation.parameters.length > 0 ? `<h3>Parameters</h3><ul>${operation.parameters.map(parameter).join('')}</ul>` : ''}
${body === undefined ? '' : `<h3>Body</h3><pre>${json(body)}</pre>`}
<h3>Answer ${status}</h3>${answer === undefined ? '' : `<pre>${json(answer)}</pre>`}
<h3>Problems</h3><ul>${problems.map(([code, problem]) => `<li>${code} <code>${escaped(problem.description)}</code></li>`).join('')}</ul></details>`
}

function parameter({ name, in: place, required, example }: Operation['parameters'][number]): string {
  return `<li><code>${name}</code> in ${place}${required ? ', required' : ''}, such as <code>${escaped(String(example))}</code></li>`
}

const json = (value: unknown) => escaped(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2))

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
nav { display: flex; flex-wrap: wrap; gap: 1rem }
summary { cursor: pointer; padding: .4rem 0 }
details { border-top: 1px solid #8884 }
details > :not(summary) { margin-left: 1.5rem }
h2 { text-transform: capitalize; margin-top: 3rem }
h3 { font-size: 1rem; margin-bottom: .2rem }
pre { overflow: auto; padding: .8rem; background: #8881; border-radius: .4rem }
`
