// Checks types, lint, format, import rules, text rules, deployment files and unused code. Prints failures and, last,
// the counts.
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, install, root } from './install.mjs'

const folders = ['domain', 'contract', 'print', 'server', 'client']

// Files that violate rules, each with the rules that must report it.
const canaries = [
  { file: 'domain/canary.ts', lines: ["import '#server/settings/env.ts'"], rules: ['domain-is-pure'] },
  {
    file: 'domain/clock-canary.ts',
    lines: ['export const canary = [new Date()]', `// ${'A long comment. '.repeat(10)}`, '// Who reads this.'],
    rules: ['domain-has-no-clock', 'line-length', 'sentence-subject'],
  },
  { file: 'domain/now-canary.ts', lines: ['export const canary = Date.now()'], rules: ['no-restricted-properties'] },
  {
    file: 'domain/random-canary.ts',
    lines: ['export const canary = Math.random()'],
    rules: ['no-restricted-properties'],
  },
  {
    file: 'client/features/artists/canary.ts',
    lines: [
      "import 'ky'",
      "import '#client/routes.tsx'",
      "import '#client/address/url-query.ts'",
      "import '#client/api.ts'",
    ],
    rules: [
      'http-library-only-in-api',
      'features-do-not-import-routes',
      'router-only-in-pages',
      'network-only-in-queries',
    ],
  },
  ...['fetch', 'EventSource', 'XMLHttpRequest', 'location'].map((name) => ({
    file: `client/features/artists/${name.toLowerCase()}-canary.ts`,
    lines: [`export const canary = ${name}`],
    rules: ['no-restricted-globals'],
  })),
  { file: 'docs/canary.md', lines: ['See `server/nowhere.ts`.'], rules: ['document-paths'] },
  {
    file: 'server/concurrency/canary.ts',
    lines: ["import '#server/settings/env.ts'"],
    rules: ['concurrency-knows-no-shop'],
  },
  {
    file: 'server/features/artists/canary.ts',
    lines: [
      "import type { Db } from '#server/db/connection.ts'",
      "import '#server/observability/log.ts'",
      'export const canary = (db: Db) => db.transaction()',
    ],
    rules: ['no-restricted-properties', 'features-do-not-measure'],
  },
  {
    file: 'server/gateways/payments/canary.ts',
    lines: ["import { Stripe } from 'stripe'", 'export const canary = Stripe'],
    rules: ['payment-packages-load-on-demand'],
  },
  {
    file: 'server/features/artists/canary.routes.ts',
    lines: [
      "import { insertEvent } from '#server/features/events/events.sql.ts'",
      "import '#server/db/transaction.ts'",
    ],
    rules: ['routes-read-own-sql', 'no-restricted-imports', 'routes-open-no-transactions'],
  },
  {
    file: 'server/features/artists/canary.sql.ts',
    lines: ["import '#server/db/transaction.ts'", "import '#domain/tickets/reservations.ts'"],
    rules: ['sql-opens-no-transactions', 'sql-asks-no-rules'],
  },
]

install()
const checks = [
  // Each further checker does a part of the work again.
  ['types', () => run('tsc', ['-p', '.', '--checkers', '1'])],
  ['lint', () => run('oxlint', ['--deny-warnings', '.'])],
  ['format', () => run('oxfmt', ['--check', '.'])],
  ['unused code', () => run('knip', [])],
  ['packages', () => run('node', ['scripts/packages.mjs'])],
  ['deployment files', () => run('node', ['scripts/deployment.mjs'])],
  ['text rules', () => run('node', ['scripts/text-rules.mjs'])],
  ['ASVS table', () => run('node', ['scripts/asvs.mjs'])],
  ['import rules', () => run('depcruise', [...folders, '--config', '.dependency-cruiser.cjs'])],
  ['violations are caught', catchesViolations],
]

let failed = 0
for (const [name, check] of checks) {
  const started = Date.now()
  const { code, output } = await check()
  if (code !== 0) failed += 1
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (code !== 0) console.log(output.trim())
}
console.log(`${checks.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Writes the canaries and expects each rule to report its own, because a misconfigured tool finds nothing wrong. */
async function catchesViolations() {
  const files = canaries.map(({ file }) => file)
  for (const { file, lines } of canaries) writeFileSync(join(root, file), lines.join('\n'))
  try {
    const code = files.filter((file) => file.endsWith('.ts'))
    const imports = await run('depcruise', [...code, '--config', '.dependency-cruiser.cjs'])
    const lint = await run('oxlint', [...code, '--format', 'unix'])
    const texts = await run('node', ['scripts/text-rules.mjs', ...files])
    const found = [imports, lint, texts].flatMap(({ output }) => output.split('\n'))
    const missed = canaries.flatMap(({ file, rules }) =>
      rules.filter((rule) => !found.some((line) => line.includes(file) && line.includes(rule))),
    )
    return { code: missed.length, output: `Not caught: ${missed.join(', ')}\n${found.join('\n')}` }
  } finally {
    for (const file of files) rmSync(join(root, file))
  }
}

function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: environment(), shell: process.platform === 'win32' })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
