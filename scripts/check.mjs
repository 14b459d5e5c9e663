// Checks types, lint, format, import rules and unused code. Prints failures and, last, the counts.
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, install, root } from './install.mjs'

const rooms = ['domain', 'contract', 'server', 'client']

// Wrong imports, each with the rules that must catch it.
const canaries = [
  { file: 'domain/canary.ts', lines: ["import '#server/env.ts'"], rules: ['domain-is-pure'] },
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
    file: 'server/features/artists/canary.routes.ts',
    lines: [
      "import { insertEvent } from '#server/features/events/events.sql.ts'",
      "import '#server/db/transaction.ts'",
    ],
    rules: ['routes-read-own-sql', 'no-restricted-imports', 'routes-open-no-transactions'],
  },
  {
    file: 'server/features/artists/canary.sql.ts',
    lines: ["import '#server/db/transaction.ts'", "import '#domain/reservations.ts'"],
    rules: ['sql-opens-no-transactions', 'sql-asks-no-rules'],
  },
]

install()
const checks = [
  ['types', () => run('tsc', ['-p', '.'])],
  ['lint', () => run('oxlint', ['--deny-warnings', '.'])],
  ['format', () => run('oxfmt', ['--check', '.'])],
  ['unused code', () => run('knip', [])],
  ['packages', () => run('node', ['scripts/packages.mjs'])],
  ['walls', () => run('depcruise', [...rooms, '--config', '.dependency-cruiser.cjs'])],
  ['broken walls are seen', brokenWallsAreSeen],
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

/** Writes wrong imports and expects each rule to catch its own, because a misconfigured tool finds nothing wrong. */
async function brokenWallsAreSeen() {
  const files = canaries.map(({ file }) => file)
  for (const { file, lines } of canaries) writeFileSync(join(root, file), lines.join('\n'))
  try {
    const walls = await run('depcruise', [...files, '--config', '.dependency-cruiser.cjs'])
    const lint = await run('oxlint', [...files, '--format', 'unix'])
    const found = [walls, lint].flatMap(({ output }) => output.split('\n'))
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
