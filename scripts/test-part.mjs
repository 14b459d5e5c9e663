import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BUILT_SERVER } from './build.mjs'
import { environment, node, root } from './install.mjs'

/**
 * Leaves more room for young objects, in MiB, in every Node of the tests, their workers and servers included. Fewer of
 * the objects are copied, which saves a tenth of the processor time of starts and of the tests of screens.
 */
const MORE_ROOM = '--max-semi-space-size=32'

/** Limits the output of a failed part without a report, in lines, and the message of a failed test. */
const TOLD_LINES = 40

/**
 * Runs a part of the tests and prints its output at the end, so that concurrent parts stay readable. Reads the counts
 * from the `report` in test-results, else from the last line of the output. Returns the failures with their messages,
 * so that the end of the whole output can repeat them.
 */
export async function runPart(title, args, { report, env = {} } = {}) {
  const started = Date.now()
  const { code, output } = await run(args, env)
  const heading = `${title} (${Math.round((Date.now() - started) / 1000)} s)`
  console.log(`\n${heading}\n${'─'.repeat(heading.length)}\n${output.trim()}`)
  const result = report ? readReport(join(root, 'test-results', report)) : countsIn(output)
  const ranNothing = result.passed + result.failed === 0
  if (code === 0 && ranNothing) console.log('No test ran, or none was reported.')
  // A part that exits with an error without naming a failed test, or that ran no test, counts as one failure.
  const failed = result.failed || (code !== 0 || ranNothing ? 1 : 0)
  return { ...result, failed, failures: failed ? failuresIn(result, title, output) : [] }
}

/** Falls back to the end of the output where no test of a report names its failure. */
function failuresIn({ tests }, title, output) {
  const failures = tests
    .filter(({ message }) => message !== undefined)
    .map((test) => ({ title: `${test.title} (${test.file})`, message: firstLines(test.message) }))
  return failures.length > 0 ? failures : [{ title, message: output.trim().split('\n').slice(-TOLD_LINES).join('\n') }]
}

function firstLines(text) {
  return text.split('\n').slice(0, TOLD_LINES).join('\n')
}

function run(args, env) {
  return new Promise((resolve) => {
    const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn(node, args, {
      cwd: root,
      env: {
        ...environment(),
        ...BUILT_SERVER,
        ...colour,
        NODE_OPTIONS: [process.env.NODE_OPTIONS, MORE_ROOM].filter(Boolean).join(' '),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('close', (code) => resolve({ code, output }))
  })
}

function countsIn(output) {
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  return { passed: Number(passed), failed: Number(failed), tests: [] }
}

function readReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 0, tests: [] }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  return report.suites ? readJourneys(report) : readTests(report)
}

/** Reads Vitest's JSON report. A file that fails to load counts as one failure. `message` is set of failed tests. */
function readTests({ numPassedTests, numFailedTests, numFailedTestSuites, testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration, status, failureMessages }) => ({
      title,
      file: relative(root, name),
      seconds: (duration ?? 0) / 1000,
      message: status === 'failed' ? failureMessages.join('\n') : undefined,
    })),
  )
  return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites, tests }
}

/** Reads Playwright's JSON report. A skipped journey counts as a failure. */
function readJourneys({ stats, suites }) {
  const { expected, unexpected, flaky, skipped } = stats
  return { passed: expected + flaky, failed: unexpected + skipped, tests: suites.flatMap(journeysIn) }
}

function journeysIn({ specs = [], suites = [] }) {
  const own = specs.map(({ title, file, tests }) => {
    const runs = tests.flatMap(({ results }) => results)
    const milliseconds = runs.reduce((sum, { duration }) => sum + duration, 0)
    const message = tests.some(({ status }) => status === 'unexpected' || status === 'skipped')
      ? runs.map(({ status, errors }) => errors[0]?.message ?? status).join('\n')
      : undefined
    return { title, file: `e2e/${file}`, seconds: milliseconds / 1000, message }
  })
  return [...own, ...suites.flatMap(journeysIn)]
}
