// Checks that the tests of the server notice a missing guard: removes each of `guards` alone in a copy of the project
// and expects one of its tests to fail. Arguments select guards by parts of their names. Takes more than an hour.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { build } from '../build.mjs'
import { environment, node, root } from '../install.mjs'
import { guards } from './guards.mjs'

const GROUP = 8
/** Limits what a missing guard makes wait for ever. Longer than anything takes with all guards. */
const LIMITS = ['--testTimeout=120000', '--hookTimeout=60000', '--expect.poll.timeout=30000']
const RUN_WITHIN_MS = 300_000
const LEFT_OUT = /^(node_modules|dist|data|test-results|\.git)(\/|$)/

/** Removes the guards whose names contain one of `names`; all without names. Returns whether a test noticed each. */
async function runMutants(names) {
  const chosen = guards.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
  const copy = copyProject()
  const database = await startEmbedded(join(copy, 'data'))
  let survivors = 0
  try {
    const test = (files) => runTests(copy, files, database)
    const broken = new Set(filesOf(chosen).flatMap((files) => failingFiles(test, files)))
    for (const guard of chosen) {
      const [failed] = broken.has(guard.tests) ? [] : withoutGuard(copy, guard, () => test([guard.tests]))
      const isNoticed = failed !== undefined
      if (!isNoticed) survivors += 1
      const objection = broken.has(guard.tests) ? '✗ its tests fail with all guards:' : '✗ not noticed:'
      console.log(`${isNoticed ? '✓' : objection} ${guard.name} (${failed ?? guard.tests})`)
    }
  } finally {
    await database.stop()
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(`${chosen.length - survivors} passed, ${survivors} failed`)
  return survivors === 0
}

/** Returns the tests of guards in groups that run together. */
function filesOf(chosen) {
  const files = [...new Set(chosen.map(({ tests }) => tests))]
  return Array.from({ length: Math.ceil(files.length / GROUP) }, (_, index) =>
    files.slice(index * GROUP, (index + 1) * GROUP),
  )
}

/** Returns the files whose tests fail with all guards, together and then alone: a busy machine may answer too late. */
function failingFiles(test, files) {
  if (test(files).length === 0) return []
  return files.filter((file) => test([file]).length > 0)
}

function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), 'foyer-mutants-'))
  cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(root, path)) })
  // Some tests read the pages as browsers get them.
  for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(copy, folder))
  return copy
}

function withoutGuard(copy, { name, file, code, without }, work) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(code).length !== 2) throw new Error(`The guard "${name}" is not once in ${file}. Update the list.`)
  writeFileSync(
    path,
    text.replace(code, () => without),
  )
  try {
    return work()
  } finally {
    writeFileSync(path, text)
  }
}

/**
 * Runs test files until the first failure. Returns the titles of failed tests, or a note if they did not end. Throws an
 * `Error` if no test could run, as after a syntax error.
 */
function runTests(copy, files, { connectionString, ownerUrl }) {
  const output = join(copy, 'report.json')
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--bail=1',
    ...LIMITS,
    '--reporter=json',
    `--outputFile=${output}`,
  ]
  rmSync(output, { force: true })
  spawnSync(node, [...args, ...files], {
    cwd: copy,
    env: {
      ...environment(),
      TEST_DATABASE_URL: connectionString,
      TEST_DATABASE_OWNER_URL: ownerUrl,
      // Runs also the tests that `npm test` leaves out.
      PROMISES: 'gate',
    },
    stdio: 'ignore',
    timeout: RUN_WITHIN_MS,
  })
  if (!existsSync(output)) return ['without an end']
  const report = JSON.parse(readFileSync(output, 'utf8'))
  if (report.numTotalTests === 0) throw new Error(`No test of ${files.join(', ')} could run.`)
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
  )
}

build()
process.exit((await runMutants(process.argv.slice(2))) ? 0 : 1)
