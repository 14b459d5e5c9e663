// Types, lint, format, walls, unused code. Prints what is wrong and, last, how many checks passed.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, install, root } from './install.mjs'

const rooms = ['domain', 'contract', 'server', 'client']
const canary = join(root, 'domain', 'canary-of-the-walls.ts')

install()
const checks = [
  ['types', () => run('tsc', ['-p', '.'])],
  ['lint', () => run('oxlint', ['--deny-warnings', '.'])],
  ['format', () => run('oxfmt', ['--check', '.'])],
  ['unused code', () => run('knip', [])],
  ['walls', () => run('depcruise', [...rooms, '--config', '.dependency-cruiser.cjs'])],
  ['a broken wall is seen', brokenWallIsSeen],
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

/** A wrong import must be caught: else the cruiser looks at nothing, and is content. */
async function brokenWallIsSeen() {
  mkdirSync(join(root, 'domain'), { recursive: true })
  writeFileSync(canary, "import '#server/env.ts'\n")
  try {
    const { output } = await run('depcruise', ['domain', '--config', '.dependency-cruiser.cjs'])
    const isSeen = output.includes('domain-is-pure') && output.includes('canary-of-the-walls')
    return { code: isSeen ? 0 : 1, output: `The wrong import was not caught:\n${output}` }
  } finally {
    rmSync(canary)
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
