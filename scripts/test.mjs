// Everything: checks, rules, requests on a real PostgreSQL, races, screens, journeys in Chromium.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { environment, install, node, root } from './install.mjs'

install()
rmSync(join(root, 'test-results'), { recursive: true, force: true })

const results = [check(), unitTests(), budgets(), journeys()]
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

function check() {
  heading('Checks')
  return counted('scripts/check.mjs')
}

function budgets() {
  heading('Budgets of the built pages')
  return counted('scripts/budgets.mjs')
}

/** Runs a script that prints its counts last. */
function counted(script) {
  const { status, stdout } = spawnSync(node, [script], {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  console.log(stdout.trim())
  return countsIn(stdout) ?? { passed: 0, failed: status === 0 ? 0 : 1 }
}

function unitTests() {
  heading('Rules, requests, races, screens')
  const report = join(root, 'test-results', 'tests.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = run(['node_modules/vitest/vitest.mjs', 'run', ...reporters])
  const { numPassedTests = 0, numFailedTests = 0, numFailedTestSuites = 0 } = read(report) ?? {}
  return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites || (status === 0 ? 0 : 1) }
}

function journeys() {
  heading('Journeys in Chromium')
  const { status } = run(['scripts/journeys.mjs'])
  const { stats } = read(join(root, 'test-results', 'journeys.json')) ?? {}
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  return { passed: expected + flaky, failed: unexpected + skipped || (status === 0 ? 0 : 1) }
}

function run(args) {
  return spawnSync(node, args, { cwd: root, env: environment(), stdio: 'inherit' })
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}

function countsIn(output) {
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  return passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) }
}

function heading(text) {
  console.log(`\n${text}\n${'─'.repeat(text.length)}`)
}
