import { fieldsTable, parametersTable } from './fields-table.ts'
import { GUIDE } from './guide.ts'
import { escaped } from './html.ts'
import type { openApi } from './openapi.ts'
import type { Answer, Content, Operation } from './operation.ts'
import { problemLinks, problemsTable } from './problems-table.ts'

type Document = ReturnType<typeof openApi>
type Call = { path: string; method: string; operation: Operation }

/** The reference as one page of plain HTML: no script, nothing loaded from elsewhere. `nonce` is of its style. */
export function referencePage(document: Document, nonce: string): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const byFeature = Map.groupBy(calls, ({ operation }) => operation.tags[0])
  const links = Array.from(byFeature.keys(), (feature) => `<a href="#${feature}">${feature}</a>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Foyer API</title>
<style nonce="${nonce}">${STYLE}</style>
<h1>Foyer API</h1>
<p>All calls of the shop at <code>${escaped(document.servers[0]?.url ?? '')}</code>. The same for programs: <a href="v1/openapi.json">OpenAPI 3.1</a>.</p>
${GUIDE}
<h3 id="problems">Codes of problems</h3>
${problemsTable()}
<nav>${links.join(' ')}</nav>
${Array.from(byFeature, ([feature, here]) => section(feature, here)).join('\n')}
</html>`
}

function section(feature: string, calls: readonly Call[]): string {
  return `<h2 id="${feature}">${feature}</h2>${calls.map(details).join('')}`
}

function details({ path, method, operation }: Call): string {
  const { operationId, summary, description, parameters, requestBody } = operation
  return `<details id="${operationId}"><summary><b>${method}</b> <code>${escaped(path)}</code> ${escaped(summary)}</summary>
<p>${escaped(description)}</p>
${parameters.length > 0 ? `<h3>Parameters</h3>${parametersTable(parameters)}` : ''}
${requestBody ? `<h3>Body</h3>${contents(requestBody.content)}` : ''}
${Object.entries(operation.responses).map(answer).join('')}</details>`
}

function answer([status, { description, headers, content }]: [string, Answer]): string {
  const named = Object.keys(headers ?? {}).filter((name) => name !== 'X-Problem')
  const codes = headers?.['X-Problem']?.schema.enum
  const said = codes ? `X-Problem: ${problemLinks(codes.map(String))}` : escaped(description)
  const heading = `<h3>Answer ${status}</h3><p>${said}${named.length > 0 ? ` Headers: ${named.join(', ')}.` : ''}</p>`
  return Number(status) < 400 ? `${heading}${contents(content ?? {})}` : heading
}

function contents(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const fields = schema && (schema.type !== 'string' || schema.format) ? fieldsTable(schema) : ''
      return `<p><code>${type}</code></p>${fields}${example === undefined ? '' : `<pre>${json(example)}</pre>`}`
    })
    .join('')
}

const json = (value: unknown) => escaped(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2))

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
nav { display: flex; flex-wrap: wrap; gap: 1rem }
summary { cursor: pointer; padding: .4rem 0 }
details { border-top: 1px solid #8884; overflow-wrap: anywhere }
details > :not(summary) { margin-left: 1.5rem }
h2 { margin-top: 3rem }
h2[id] { text-transform: capitalize }
h3 { font-size: 1rem; margin-bottom: .2rem }
table { border-collapse: collapse; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0 }
pre { overflow: auto; padding: .8rem; background: #8881; border-radius: .4rem }
`
