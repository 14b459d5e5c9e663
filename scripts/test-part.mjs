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

/**
 * Runs a part of the tests and prints its output at the end, so that concurrent parts stay readable. Reads the counts
 * from the `report` in test-results, else from the last line of the output.
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
  if ((code !== 0 && result.failed === 0) || ranNothing) return { ...result, failed: 1 }
  return result
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

/** Reads Vitest's JSON report. A file that fails to load counts as one failure. */
function readTests({ numPassedTests, numFailedTests, numFailedTestSuites, testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({
      title,
      file: relative(root, name),
      seconds: (duration ?? 0) / 1000,
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
    const milliseconds = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    return { title, file: `e2e/${file}`, seconds: milliseconds / 1000 }
  })
  return [...own, ...suites.flatMap(journeysIn)]
}
